// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.TmInfo;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** An extended completion queue: {@code struct ibv_cq_ex}. */
@ProviderType
public interface CompletionQueueEx extends CompletionQueue {
    /**
     * Returns the optional fields that completions of this queue have.
     *
     * @return {@code wc_flags} of the creation request
     */
    Flags<WcFlag> wcFlags();

    /**
     * Starts to read completions in place: {@code ibv_start_poll(3)}. If it returns true, this object's accessors read
     * the fields of the first completion. The same thread then moves on with {@link #nextPoll}, and must finally call
     * {@link #endPoll}. Until then, {@link #poll} throws {@link IllegalStateException}, and a close by another thread
     * fails with {@link Errno#EBUSY}.
     *
     * @return whether there is a completion; if false, reading has not started
     * @throws IllegalStateException if completions are already being read in place
     * @throws VerbsException if the queue has failed, as for {@link #poll}
     */
    boolean startPoll();

    /**
     * Moves on to the next completion: {@code ibv_next_poll(3)}.
     *
     * @return whether there is another completion
     * @throws IllegalStateException if this thread has not started reading
     * @throws VerbsException if the queue has failed, as for {@link #poll}
     */
    boolean nextPoll();

    /**
     * Ends reading in place, and returns the entries of the completions that were read to the device:
     * {@code ibv_end_poll(3)}.
     *
     * @throws IllegalStateException if this thread has not started reading
     */
    void endPoll();

    /**
     * Returns the identifier of the work request.
     *
     * @return {@code wr_id}
     * @throws IllegalStateException if this thread has no completion to read; the other field accessors throw it as
     *     well
     */
    long wrId();

    /** {@return the status of the work request as a number, {@code status}, as a number of verbs.h} */
    int statusCode();

    /**
     * {@return the status of the work request, {@code status}, {@link WcStatus#UNKNOWN} for a number without a
     * constant}
     */
    default WcStatus status() {
        return WcStatus.of(statusCode());
    }

    /** {@return the operation of the work request as a number, {@code ibv_wc_read_opcode}} */
    int opcodeCode();

    /** {@return the operation of the work request, {@link WcOpcode#UNKNOWN} for a number without a constant} */
    default WcOpcode opcode() {
        return WcOpcode.of(opcodeCode());
    }

    /** {@return the vendor-specific error number of the device, {@code ibv_wc_read_vendor_err}, 0..4294967295} */
    long vendorErr();

    /** {@return the flags of the completion, {@code ibv_wc_read_wc_flags}} */
    int completionFlags();

    /**
     * Returns whether a flag of the completion is set.
     *
     * @param flag the flag
     * @return true if the flag is set
     */
    default boolean has(CompletionFlag flag) {
        return (completionFlags() & flag.mask()) != 0;
    }

    /**
     * Returns the number of bytes, see {@link CompletionArray#byteLen}.
     *
     * @return {@code ibv_wc_read_byte_len}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#BYTE_LEN}
     */
    long byteLen();

    /**
     * Returns the immediate data. Valid with {@link CompletionFlag#WITH_IMM}.
     *
     * @return {@code ibv_wc_read_imm_data}, the number that the peer passed
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#IMM}
     */
    int immData();

    /**
     * Returns the key that was invalidated. Valid with {@link CompletionFlag#WITH_INV}.
     *
     * @return {@code ibv_wc_read_invalidated_rkey}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#IMM}
     */
    long invalidatedRkey();

    /**
     * Returns the number of the local queue pair.
     *
     * @return {@code ibv_wc_read_qp_num}, 24 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#QP_NUM}
     */
    long qpNum();

    /**
     * Returns the number of the sender's queue pair. Valid for datagrams only.
     *
     * @return {@code ibv_wc_read_src_qp}, 24 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#SRC_QP}
     */
    long srcQp();

    /**
     * Returns the LID of the sender. Valid for datagrams on InfiniBand only.
     *
     * @return {@code ibv_wc_read_slid}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#SLID}
     */
    long slid();

    /**
     * Returns the service level. Valid for datagrams only.
     *
     * @return {@code ibv_wc_read_sl}
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#SL}
     */
    int sl();

    /**
     * Returns the low bits of the LID that a datagram was sent to.
     *
     * @return {@code ibv_wc_read_dlid_path_bits}
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#DLID_PATH_BITS}
     */
    int dlidPathBits();

    /**
     * Returns the time at which the device wrote the completion, in cycles of its clock.
     *
     * @return {@code ibv_wc_read_completion_ts}, unsigned 64 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#COMPLETION_TIMESTAMP}
     */
    long completionTs();

    /**
     * Returns the time at which the device wrote the completion, in nanoseconds of wall-clock time.
     *
     * @return {@code ibv_wc_read_completion_wallclock_ns}, unsigned 64 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#COMPLETION_TIMESTAMP_WALLCLOCK}
     */
    long completionWallclockNs();

    /**
     * Returns the tag control information of the 802.1Q tag that the device stripped from the frame.
     *
     * @return {@code ibv_wc_read_cvlan}, 0..65535; 0 if the device stripped no tag
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#CVLAN}
     */
    int cvlan();

    /**
     * Returns the tag of the flow rule that the packet matched.
     *
     * @return {@code ibv_wc_read_flow_tag}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#FLOW_TAG}
     */
    long flowTag();

    /**
     * Returns the tag-matching information of the message.
     *
     * @return {@code ibv_wc_read_tm_info}
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#TM_INFO}
     */
    TmInfo tmInfo();
}
