package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** An extended completion queue: {@code struct ibv_cq_ex}. */
@ProviderType
public interface CompletionQueueEx extends CompletionQueue {
    /**
     * The fields that its completions carry.
     *
     * @return {@code wc_flags} of the request
     */
    Flags<WcFlag> wcFlags();

    /**
     * Starts to read completions in place: {@code ibv_start_poll(3)}. After {@code true} the completion's fields are
     * read from this object, {@link #nextPoll} goes on, and {@link #endPoll} must follow, by the same thread; until then
     * the queue can be neither polled by others nor closed.
     *
     * @return whether there is a completion; if not, nothing has been started
     * @throws IllegalStateException if reading is under way already
     * @throws VerbsException if the queue failed, as for {@link #poll}
     */
    boolean startPoll();

    /**
     * Goes on to the next completion: {@code ibv_next_poll(3)}.
     *
     * @return whether there is one
     * @throws IllegalStateException if this thread has not started to read
     * @throws VerbsException if the queue failed, as for {@link #poll}
     */
    boolean nextPoll();

    /**
     * Gives the completions that were read back to the device: {@code ibv_end_poll(3)}.
     *
     * @throws IllegalStateException if this thread has not started to read
     */
    void endPoll();

    /**
     * The number of the work request.
     *
     * @return {@code wr_id}
     * @throws IllegalStateException if there is no completion to read; so do the other methods
     */
    long wrId();

    /**
     * How it ended, as a number.
     *
     * @return {@code status} as in verbs.h
     */
    int statusCode();

    /**
     * How it ended.
     *
     * @return {@code status}; {@link WcStatus#UNKNOWN} for a number without a constant
     */
    default WcStatus status() {
        return WcStatus.of(statusCode());
    }

    /**
     * What it was, as a number.
     *
     * @return {@code ibv_wc_read_opcode}
     */
    int opcodeCode();

    /**
     * What it was.
     *
     * @return the opcode; {@link WcOpcode#UNKNOWN} for a number without a constant
     */
    default WcOpcode opcode() {
        return WcOpcode.of(opcodeCode());
    }

    /**
     * The device's own error number.
     *
     * @return {@code ibv_wc_read_vendor_err}, 0..4294967295
     */
    long vendorErr();

    /**
     * What the completion carries, as bits.
     *
     * @return {@code ibv_wc_read_wc_flags}
     */
    int completionFlags();

    /**
     * Whether the completion carries something.
     *
     * @param flag what
     * @return true if the flag is set
     */
    default boolean has(CompletionFlag flag) {
        return (completionFlags() & flag.mask()) != 0;
    }

    /**
     * The number of bytes; see {@link CompletionArray#byteLen}.
     *
     * @return {@code ibv_wc_read_byte_len}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#BYTE_LEN}
     */
    long byteLen();

    /**
     * The immediate data, with {@link CompletionFlag#WITH_IMM}.
     *
     * @return {@code ibv_wc_read_imm_data}, the number that the peer gave
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#IMM}
     */
    int immData();

    /**
     * The key that was invalidated, with {@link CompletionFlag#WITH_INV}.
     *
     * @return {@code ibv_wc_read_invalidated_rkey}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#IMM}
     */
    long invalidatedRkey();

    /**
     * The queue pair of this side.
     *
     * @return {@code ibv_wc_read_qp_num}, 24 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#QP_NUM}
     */
    long qpNum();

    /**
     * The sender's queue pair; of datagrams only.
     *
     * @return {@code ibv_wc_read_src_qp}, 24 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#SRC_QP}
     */
    long srcQp();

    /**
     * The sender's LID; of datagrams on InfiniBand only.
     *
     * @return {@code ibv_wc_read_slid}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#SLID}
     */
    long slid();

    /**
     * The service level; of datagrams only.
     *
     * @return {@code ibv_wc_read_sl}
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#SL}
     */
    int sl();

    /**
     * The low bits of the LID that a datagram was sent to.
     *
     * @return {@code ibv_wc_read_dlid_path_bits}
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#DLID_PATH_BITS}
     */
    int dlidPathBits();

    /**
     * When the completion was written, in cycles of the device's clock.
     *
     * @return {@code ibv_wc_read_completion_ts}, unsigned 64 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#COMPLETION_TIMESTAMP}
     */
    long completionTs();

    /**
     * When the completion was written, in nanoseconds of wall-clock time.
     *
     * @return {@code ibv_wc_read_completion_wallclock_ns}, unsigned 64 bits
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#COMPLETION_TIMESTAMP_WALLCLOCK}
     */
    long completionWallclockNs();

    /**
     * Returns the tag control information of the 802.1Q tag that the device stripped from the frame.
     *
     * @return {@code ibv_wc_read_cvlan}, 0..65535; 0 if nothing was stripped
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#CVLAN}
     */
    int cvlan();

    /**
     * The tag of the flow rule that the packet met.
     *
     * @return {@code ibv_wc_read_flow_tag}, 0..4294967295
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#FLOW_TAG}
     */
    long flowTag();

    /**
     * What the completion says of its tagged message.
     *
     * @return {@code ibv_wc_read_tm_info}
     * @throws InvalidRequestException if the queue was created without {@link WcFlag#TM_INFO}
     */
    TmInfo tmInfo();
}
