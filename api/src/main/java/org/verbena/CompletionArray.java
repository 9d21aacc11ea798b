package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Room for completions, outside the heap, that is filled again and again: an array of {@code struct ibv_wc}. Fields are
 * read when they are asked for. After an error only {@link #wrId}, {@link #statusCode}, {@link #qpNum} and
 * {@link #vendorErr} mean something.
 *
 * <p>An array belongs to one thread at a time. Unlike the ownership of a {@link SendBatch}, this is not checked by default:
 * completions contain no pointers, a poll writes at most {@link #capacity()} of them, and each read checks its index. So a
 * second thread can read a mixture of two polls, but nothing outside the array. With the system property
 * {@code verbena.checked} set to {@code true} it is checked: the array belongs to the thread that polls into it first,
 * until {@link #release()}; its use by another one throws {@link IllegalStateException}.
 */
@ProviderType
public interface CompletionArray {
    /**
     * The number of completions that it has room for.
     *
     * @return the capacity
     */
    int capacity();

    /**
     * The number of completions of the last poll.
     *
     * @return 0..{@link #capacity()}
     */
    int size();

    /** Lets another thread use this array. The completions in it are forgotten. */
    void release();

    /**
     * The number of the work request.
     *
     * @param index 0..{@link #size()} - 1
     * @return {@code wr_id}
     * @throws IndexOutOfBoundsException if there is no such completion; so do the other methods
     */
    long wrId(int index);

    /**
     * Whether the work request was done.
     *
     * @param index which completion
     * @return true for {@link WcStatus#SUCCESS}
     */
    default boolean isSuccess(int index) {
        return statusCode(index) == 0;
    }

    /**
     * How it ended, as a number.
     *
     * @param index which completion
     * @return {@code status} as in verbs.h
     */
    int statusCode(int index);

    /**
     * How it ended.
     *
     * @param index which completion
     * @return {@code status}; {@link WcStatus#UNKNOWN} for a number without a constant
     */
    default WcStatus status(int index) {
        return WcStatus.of(statusCode(index));
    }

    /**
     * What it was, as a number.
     *
     * @param index which completion
     * @return {@code opcode} as in verbs.h
     */
    int opcodeCode(int index);

    /**
     * What it was.
     *
     * @param index which completion
     * @return {@code opcode}; {@link WcOpcode#UNKNOWN} for a number without a constant
     */
    default WcOpcode opcode(int index) {
        return WcOpcode.of(opcodeCode(index));
    }

    /**
     * The device's own error number.
     *
     * @param index which completion
     * @return {@code vendor_err}, 0..4294967295
     */
    long vendorErr(int index);

    /**
     * The number of bytes: of a receive, with the 40 bytes of a global route header where there is one; of a read or an
     * atomic.
     *
     * @param index which completion
     * @return {@code byte_len}, 0..4294967295
     */
    long byteLen(int index);

    /**
     * The immediate data, with {@link CompletionFlag#WITH_IMM}.
     *
     * @param index which completion
     * @return the number that the peer gave
     */
    int immData(int index);

    /**
     * The key that was invalidated, with {@link CompletionFlag#WITH_INV}.
     *
     * @param index which completion
     * @return {@code invalidated_rkey}, 0..4294967295
     */
    long invalidatedRkey(int index);

    /**
     * The queue pair of this side.
     *
     * @param index which completion
     * @return {@code qp_num}, 24 bits
     */
    long qpNum(int index);

    /**
     * The sender's queue pair; of datagrams only.
     *
     * @param index which completion
     * @return {@code src_qp}, 24 bits
     */
    long srcQp(int index);

    /**
     * What the completion carries, as bits.
     *
     * @param index which completion
     * @return {@code wc_flags} as in verbs.h
     */
    int wcFlags(int index);

    /**
     * Whether the completion carries something.
     *
     * @param index which completion
     * @param flag what
     * @return true if the flag is set
     */
    default boolean has(int index, CompletionFlag flag) {
        return (wcFlags(index) & flag.mask()) != 0;
    }

    /**
     * The index of the P_Key; of management packets only.
     *
     * @param index which completion
     * @return {@code pkey_index}, 0..65535
     */
    int pkeyIndex(int index);

    /**
     * The sender's LID; of datagrams on InfiniBand only.
     *
     * @param index which completion
     * @return {@code slid}, 0..65535
     */
    int slid(int index);

    /**
     * The service level; of datagrams only.
     *
     * @param index which completion
     * @return {@code sl}
     */
    int sl(int index);

    /**
     * The low bits of the LID that a datagram was sent to.
     *
     * @param index which completion
     * @return {@code dlid_path_bits}
     */
    int dlidPathBits(int index);

    /**
     * Copies a completion.
     *
     * @param index which completion
     * @return its fields
     */
    Completion get(int index);
}
