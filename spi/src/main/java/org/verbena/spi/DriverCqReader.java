// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.TmInfo;

/**
 * A reader for the completions of an extended completion queue, which reads them in place: {@code struct ibv_cq_ex}.
 * The caller observes the protocol. It reads fields only between a successful start or next and the end, and only
 * fields selected by {@code wc_flags} of the create call.
 */
@ProviderType
public interface DriverCqReader {
    /**
     * Starts polling: {@code ibv_start_poll(3)}.
     *
     * @return 0; ENOENT if the queue is empty, in which case {@link #endPoll} must not be called; or another error
     *     number
     */
    int startPoll();

    /**
     * Moves to the next completion: {@code ibv_next_poll(3)}.
     *
     * @return 0; ENOENT if there are no more completions; or another error number
     */
    int nextPoll();

    /** Ends polling: {@code ibv_end_poll(3)}. */
    void endPoll();

    /** {@return the identifier of the work request, {@code wr_id}} */
    long wrId();

    /** {@return the completion status, {@code status}} */
    int status();

    /** {@return the opcode: {@code ibv_wc_read_opcode}} */
    int opcode();

    /** {@return the vendor error: {@code ibv_wc_read_vendor_err}, 0..4294967295} */
    long vendorErr();

    /** {@return the number of bytes transferred: {@code ibv_wc_read_byte_len}, 0..4294967295} */
    long byteLen();

    /**
     * Returns the immediate data: {@code ibv_wc_read_imm_data}.
     *
     * @return the four bytes as a number in network byte order
     */
    int immData();

    /** {@return the invalidated remote key: {@code ibv_wc_read_invalidated_rkey}, 0..4294967295} */
    long invalidatedRkey();

    /** {@return the local queue pair number: {@code ibv_wc_read_qp_num}, 24 bits} */
    long qpNum();

    /** {@return the source queue pair number: {@code ibv_wc_read_src_qp}, 24 bits} */
    long srcQp();

    /** {@return the completion flags: {@code ibv_wc_read_wc_flags}} */
    int wcFlags();

    /** {@return the source LID: {@code ibv_wc_read_slid}, 0..4294967295} */
    long slid();

    /** {@return the service level: {@code ibv_wc_read_sl}, 0..255} */
    int sl();

    /** {@return the path bits of the destination LID: {@code ibv_wc_read_dlid_path_bits}, 0..255} */
    int dlidPathBits();

    /** {@return the completion timestamp: {@code ibv_wc_read_completion_ts}, unsigned 64 bits} */
    long completionTs();

    /**
     * Returns the wall clock time of the completion: {@code ibv_wc_read_completion_wallclock_ns}.
     *
     * @return the time in nanoseconds, unsigned 64 bits
     */
    long completionWallclockNs();

    /**
     * Returns the C-VLAN: {@code ibv_wc_read_cvlan}.
     *
     * @return the C-VLAN, 0..65535
     */
    int cvlan();

    /** {@return the flow tag: {@code ibv_wc_read_flow_tag}, 0..4294967295} */
    long flowTag();

    /**
     * Returns the tag matching information: {@code ibv_wc_read_tm_info}.
     *
     * @return the tag and the application data
     */
    TmInfo tmInfo();
}
