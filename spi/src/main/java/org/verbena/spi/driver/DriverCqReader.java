package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.TmInfo;

/**
 * Completions of an extended completion queue, read in place: {@code struct ibv_cq_ex}. The caller keeps to the
 * protocol: fields only between a successful start or next and the end, and only those of {@code wc_flags}.
 */
@ProviderType
public interface DriverCqReader {
    /**
     * {@code ibv_start_poll(3)}.
     *
     * @return 0, ENOENT if the queue is empty (then there is nothing to end), or another error number
     */
    int startPoll();

    /**
     * {@code ibv_next_poll(3)}.
     *
     * @return 0, ENOENT if there are no more, or another error number
     */
    int nextPoll();

    /** {@code ibv_end_poll(3)}. */
    void endPoll();

    /**
     * The work request.
     *
     * @return {@code wr_id}
     */
    long wrId();

    /**
     * How it ended.
     *
     * @return {@code status}
     */
    int status();

    /**
     * {@code ibv_wc_read_opcode}.
     *
     * @return the opcode
     */
    int opcode();

    /**
     * {@code ibv_wc_read_vendor_err}.
     *
     * @return 0..4294967295
     */
    long vendorErr();

    /**
     * {@code ibv_wc_read_byte_len}.
     *
     * @return 0..4294967295
     */
    long byteLen();

    /**
     * {@code ibv_wc_read_imm_data}.
     *
     * @return the four bytes as a number in network order
     */
    int immData();

    /**
     * {@code ibv_wc_read_invalidated_rkey}.
     *
     * @return 0..4294967295
     */
    long invalidatedRkey();

    /**
     * {@code ibv_wc_read_qp_num}.
     *
     * @return 24 bits
     */
    long qpNum();

    /**
     * {@code ibv_wc_read_src_qp}.
     *
     * @return 24 bits
     */
    long srcQp();

    /**
     * {@code ibv_wc_read_wc_flags}.
     *
     * @return the flags
     */
    int wcFlags();

    /**
     * {@code ibv_wc_read_slid}.
     *
     * @return 0..4294967295
     */
    long slid();

    /**
     * {@code ibv_wc_read_sl}.
     *
     * @return 0..255
     */
    int sl();

    /**
     * {@code ibv_wc_read_dlid_path_bits}.
     *
     * @return 0..255
     */
    int dlidPathBits();

    /**
     * {@code ibv_wc_read_completion_ts}.
     *
     * @return unsigned 64 bits
     */
    long completionTs();

    /**
     * {@code ibv_wc_read_completion_wallclock_ns}.
     *
     * @return unsigned 64 bits
     */
    long completionWallclockNs();

    /**
     * {@code ibv_wc_read_cvlan}.
     *
     * @return 0..65535
     */
    int cvlan();

    /**
     * {@code ibv_wc_read_flow_tag}.
     *
     * @return 0..4294967295
     */
    long flowTag();

    /**
     * {@code ibv_wc_read_tm_info}.
     *
     * @return tag and application data
     */
    TmInfo tmInfo();
}
