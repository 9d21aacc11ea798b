// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;

/**
 * A reusable buffer for completions in memory outside the heap: an array of {@code struct ibv_wc}. Accessors read
 * fields directly from that memory. After an error only {@link #wrId}, {@link #statusCode}, {@link #qpNum} and
 * {@link #vendorErr} are valid.
 *
 * <p>An array belongs to one thread at a time. Unlike the ownership of a {@link SendBatch}, this is not checked by
 * default. Completions contain no pointers, a poll writes at most {@link #capacity()} of them, and each read checks its
 * index. A second thread can therefore read a mixture of two polls, but nothing outside the array.
 *
 * <p>If the system property {@code verbena.checked} is {@code true}, ownership is checked. The array then belongs to
 * the first thread that polls into it, until {@link #release()}. Its use by another thread throws
 * {@link IllegalStateException}.
 */
@ProviderType
public interface CompletionArray {
    /** {@return the maximum number of completions} */
    int capacity();

    /** {@return the number of completions of the last poll, 0..{@link #capacity()}} */
    int size();

    /** Releases the array, so that another thread may use it. The array is empty afterwards. */
    void release();

    /**
     * Returns the identifier of the work request.
     *
     * @param index the completion, 0..{@link #size()} - 1
     * @return {@code wr_id}
     * @throws IndexOutOfBoundsException if there is no such completion; the other accessors throw it as well
     */
    long wrId(int index);

    /**
     * Returns whether the work request succeeded.
     *
     * @param index the completion
     * @return true for {@link WcStatus#SUCCESS}
     */
    default boolean isSuccess(int index) {
        return statusCode(index) == 0;
    }

    /**
     * Returns the status of the work request as a number.
     *
     * @param index the completion
     * @return {@code status}, as a number of verbs.h
     */
    int statusCode(int index);

    /**
     * Returns the status of the work request.
     *
     * @param index the completion
     * @return {@code status}, {@link WcStatus#UNKNOWN} for a number without a constant
     */
    default WcStatus status(int index) {
        return WcStatus.of(statusCode(index));
    }

    /**
     * Returns the operation of the work request as a number.
     *
     * @param index the completion
     * @return {@code opcode}, as a number of verbs.h
     */
    int opcodeCode(int index);

    /**
     * Returns the operation of the work request.
     *
     * @param index the completion
     * @return {@code opcode}, {@link WcOpcode#UNKNOWN} for a number without a constant
     */
    default WcOpcode opcode(int index) {
        return WcOpcode.of(opcodeCode(index));
    }

    /**
     * Returns the vendor-specific error number of the device.
     *
     * @param index the completion
     * @return {@code vendor_err}, 0..4294967295
     */
    long vendorErr(int index);

    /**
     * Returns the number of bytes of a receive, an RDMA read or an atomic operation. For a receive, the number includes
     * the 40 bytes of a global routing header if there is one.
     *
     * @param index the completion
     * @return {@code byte_len}, 0..4294967295
     */
    long byteLen(int index);

    /**
     * Returns the immediate data. Valid with {@link CompletionFlag#WITH_IMM}.
     *
     * @param index the completion
     * @return {@code imm_data}, the number that the peer passed
     */
    int immData(int index);

    /**
     * Returns the key that was invalidated. Valid with {@link CompletionFlag#WITH_INV}.
     *
     * @param index the completion
     * @return {@code invalidated_rkey}, 0..4294967295
     */
    long invalidatedRkey(int index);

    /**
     * Returns the number of the local queue pair.
     *
     * @param index the completion
     * @return {@code qp_num}, 24 bits
     */
    long qpNum(int index);

    /**
     * Returns the number of the sender's queue pair. Valid for datagrams only.
     *
     * @param index the completion
     * @return {@code src_qp}, 24 bits
     */
    long srcQp(int index);

    /**
     * Returns the flags of the completion.
     *
     * @param index the completion
     * @return {@code wc_flags}, as bits of verbs.h
     */
    int wcFlags(int index);

    /**
     * Returns whether a flag of the completion is set.
     *
     * @param index the completion
     * @param flag the flag
     * @return true if the flag is set
     */
    default boolean has(int index, CompletionFlag flag) {
        return (wcFlags(index) & flag.mask()) != 0;
    }

    /**
     * Returns the index of the P_Key. Valid for management packets only.
     *
     * @param index the completion
     * @return {@code pkey_index}, 0..65535
     */
    int pkeyIndex(int index);

    /**
     * Returns the LID of the sender. Valid for datagrams on InfiniBand only.
     *
     * @param index the completion
     * @return {@code slid}, 0..65535
     */
    int slid(int index);

    /**
     * Returns the service level. Valid for datagrams only.
     *
     * @param index the completion
     * @return {@code sl}
     */
    int sl(int index);

    /**
     * Returns the low bits of the LID that a datagram was sent to.
     *
     * @param index the completion
     * @return {@code dlid_path_bits}
     */
    int dlidPathBits(int index);

    /**
     * Copies a completion.
     *
     * @param index the completion
     * @return the copy
     */
    Completion get(int index);
}
