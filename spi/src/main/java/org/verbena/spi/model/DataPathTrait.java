// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

/**
 * A behaviour with work requests, messages or errors that some drivers have and others do not. Parentheses name the
 * source: a driver and its functions, or a section of the InfiniBand architecture specification (IBA). A clause with
 * "otherwise" describes drivers without the trait.
 */
public enum DataPathTrait {
    /** The post fails for a send opcode that the driver does not know; otherwise the completion reports the error. */
    REJECTS_UNKNOWN_OPCODE,

    /**
     * The post of inline data does not compare the number of elements with {@code max_send_sge} (efa:
     * efa_post_send_validate_wr; siw: push_send_wqe; erdma: erdma_push_one_sqe).
     */
    INLINE_IGNORES_MAX_SGE,

    /** The post fails for an unsignaled send, which would not report a completion (efa: efa_post_send_validate). */
    REJECTS_UNSIGNALED,

    /**
     * The post fails for an atomic on a misaligned remote address or with less than 8 bytes (rxe: validate_send_wr).
     */
    CHECKS_ATOMICS,

    /** The post fails for a bind that has data or is not on an RC or UC queue pair (rxe: validate_send_wr). */
    CHECKS_BINDS,

    /**
     * The post checks a work request before it checks for free slots (rxe: post_one_send); otherwise a full queue is
     * reported first.
     */
    CHECKS_BEFORE_SLOTS,

    /** A send builder accepts a list of elements only if all have the same length (rxe: {@link SgeListRule}). */
    LISTS_HAVE_ONE_LENGTH,

    /** A doorbell before RTS fails, but the posted sends stay in the queue and are sent later (rxe: rxe_post_send). */
    EARLY_SEND_IS_QUEUED,

    /** The post of a send before RTS fails (mlx5: the element limit qp_state_max_gs is -1 until then). */
    REJECTS_EARLY_SEND,

    /** The post of a receive in RESET fails. */
    REJECTS_RECV_IN_RESET,

    /**
     * A receive posted in ERR stays in the queue until the next change to ERR; otherwise it is flushed. In rxe,
     * rxe_post_recv of rdma-core writes to the ring. The kernel reads the ring only for packets and in rxe_qp_error.
     */
    RECV_IN_ERR_IS_QUEUED,

    /**
     * A modify from ERR to ERR drains the receives again (rxe: rxe_receiver). It flushes receives that were posted
     * since the previous drain. With a shared receive queue, it reports QP_LAST_WQE_REACHED again.
     */
    DRAINS_AGAIN,

    /** A post that adds sends to the queue in ERR drains the receives as well (rxe after 6.1: rxe_requester). */
    SENDS_DRAIN_AGAIN,

    /**
     * A request that arrives in ERR drains the receives as well (rxe: check_type_state accepts it in kernels after
     * 6.1).
     */
    REQUESTS_DRAIN_AGAIN,

    /** A receive of 2 GiB or more accepts no data (rxe: copy_data compares with a negative dma.resid). */
    REJECTS_LONG_RECEIVES,

    /**
     * The response of an atomic that does not fit into the elements causes a protection error (rxe: do_atomic of
     * rxe_comp.c); otherwise it causes a length error.
     */
    ATOMIC_RESPONSE_CHECKS_ACCESS_FIRST,

    /** A queue pair that fails keeps its {@code cur_qp_state} (rxe up to 6.1: rxe_qp_error sets only qp_state). */
    KEEPS_CURRENT_STATE,

    /**
     * {@code ibv_post_send(3)} sets the length of each element of an atomic to 8 bytes (mlx5: set_data_ptr_seg_atomic).
     */
    ATOMICS_TAKE_EIGHT_BYTES,

    /**
     * The completion of an atomic reports 8 bytes, independent of the length of its elements (mlx5: handle_good_req;
     * mlx4 likewise).
     */
    ATOMICS_REPORT_EIGHT_BYTES,

    /** An invalidation waits for all previous requests (rxe: rxe_wqe_is_fenced). */
    INVALIDATE_IS_FENCED,

    /**
     * A retry of a request executes a bind behind it again, and the bind then fails (rxe: req_retry, rxe_do_local_ops).
     */
    BINDS_AGAIN,

    /** A slot of a send or receive queue becomes free when the application polls its completion or a later one. */
    POLL_FREES_SLOTS,

    /**
     * A reset or a destroy removes the completions of the queue pair from its completion queues (mlx5: mlx5_cq_clean).
     */
    PURGES_COMPLETIONS,

    /**
     * A failed send on an unreliable queue pair leads to SQE, in which receives continue (IBA 10.3.1). Instead of SQE,
     * rxe uses ERR.
     */
    SEND_QUEUE_ERROR,

    /**
     * A request that fails before anything is sent completes as flushed (rxe: rxe_requester, then flush_send_queue).
     */
    FLUSHES_LOCAL_ERRORS,

    /**
     * A message longer than the {@code max_msg_sz} of the port is not sent and completes with LOC_LEN_ERR (IBA 11.6.2).
     */
    LIMITS_MESSAGES,

    /**
     * A change to RTS sends nothing: requests posted earlier wait for the next post (rxe: rxe_qp_from_attr schedules no
     * task). In SQD, a retried request waits likewise and counts as drained (rxe: req_check_sq_drain_done).
     */
    RTS_DOES_NOT_START_SENDING,

    /**
     * Requests posted together complete only after the last of them has been sent. A local error in one of them flushes
     * the previous ones, although the peer has executed them (rxe: rxe_requester runs ahead of rxe_completer).
     */
    COMPLETES_AFTER_LIST,

    /**
     * A local error is reported only after the previous requests are answered. Until then, nothing is sent or retried,
     * so the error may wait forever (rxe up to 6.1: rxe_requester in QP_STATE_ERROR). Packets of the message before the
     * bad one are answered first.
     */
    LOCAL_ERRORS_WAIT,

    /**
     * While a request waits after an RNR NAK, the requests behind it are sent and time out (rxe: rxe_requester checks
     * wait_for_rnr_timer only before a retry). The receiver reports them as a sequence gap, which uses up a retry.
     */
    SENDS_WHILE_RECEIVER_RESTS,

    /**
     * A retried read or atomic with a fence waits forever, because it waits for all reads and atomics including itself
     * (rxe: rxe_wqe_is_fenced).
     */
    FENCED_RETRY_HANGS,

    /**
     * On UC, the first packet after an unfinished message is dropped together with its own message. An unfinished write
     * stays unfinished, and all later messages are dropped (rxe: check_op_seq, do_class_d1e_error).
     */
    UC_NEVER_ABANDONS_MESSAGE,

    /** A sequence gap that is reported again before any progress uses up no further retry (rxe: started_retry). */
    REPEATED_NAK_IS_FREE,

    /**
     * The requester accepts read responses whose packets differ in size from the path MTU (rxe: check_ack and do_read).
     * Each packet beyond the expected number uses up a retry, and the read never completes; otherwise the read ends
     * with LOC_LEN_ERR (IBA 11.6.2).
     */
    ACCEPTS_RESPONSES_OF_ANY_SIZE,

    /**
     * A last packet with as many bytes as the path MTU ends a write, although the write has further bytes. A first
     * packet may have all bytes of a write (rxe: check_rkey compares each packet with the smaller one of the rest and
     * the path MTU). Otherwise the responder rejects both as an invalid request.
     */
    ACCEPTS_WRITES_THAT_END_EARLY,

    /**
     * The packets of a send may differ in size from the path MTU (rxe up to 6.1: check_length checks nothing). The
     * packet sizes of a write are checked after its key (rxe up to 6.1: check_rkey checks only writes).
     */
    CHECKS_SIZES_OF_WRITES_ALONE,

    /**
     * A message in progress loses its receive of a shared queue when the queue pair goes to ERR (rxe:
     * flush_recv_queue); otherwise the receive is flushed.
     */
    LOSES_TAKEN_RECEIVES,

    /** The responder rejects a read or write of more than 2 GiB (IBA C9-94; rxe: rxe_resp_check_length). */
    REJECTS_LONG_REQUESTS,

    /** A {@code retry_cnt} of 7 means unlimited retries (rxe: rxe_completer); in IBA it is a count. */
    ENDLESS_RETRY,

    /**
     * A queue pair with a shared receive queue reports QP_LAST_WQE_REACHED when it takes no further receives from the
     * queue.
     */
    LAST_WQE_REACHED,

    /** A request without access raises QP_ACCESS_ERR at the responder, and an invalid one raises QP_REQ_ERR. */
    ACCESS_EVENTS,

    /** The first message that arrives before RTS raises COMM_EST. */
    COMM_EST,

    /**
     * A completion that does not fit disables the completion queue and moves all queue pairs that use it to ERR;
     * otherwise only this completion is lost.
     */
    OVERRUN_IS_FATAL,

    /** A queue pair that receives into a full completion queue goes to ERR (rxe: RESPST_ERR_CQ_OVERFLOW). */
    OVERRUN_STOPS_RECEIVER,

    /** A datagram longer than the MTU is dropped, but completes successfully (rxe: rxe_requester, IBA C10-93.1.1). */
    DROPS_LONG_DATAGRAMS,

    /**
     * A datagram that does not fit into its receive is dropped before any key is checked (rxe after 6.1:
     * rxe_resp_check_length); otherwise the receive reports the error.
     */
    DROPS_UNFIT_DATAGRAMS,

    /** A receive that a failed request has taken completes with an error; otherwise it is flushed. */
    FAILED_REQUEST_TAKES_RECV,

    /**
     * A send with an invalid remote invalidation is acknowledged, and only its receiver fails (rxe: do_complete, class
     * J).
     */
    ACKS_BAD_INVALIDATIONS,

    /**
     * The completion of a send with immediate data has the flag for immediate data, but not the data (rxe:
     * make_send_cqe; libmlx5: handle_good_req).
     */
    SENT_IMMEDIATE_IS_FLAGGED,

    /** Every receive completion has the flag for a global route header (rxe_resp.c: do_complete). */
    ALWAYS_FLAGS_GRH,

    /**
     * The completion of a receive with invalidation has the flag IB_WC_WITH_INVALIDATE of the kernel. In user space,
     * this value means IBV_WC_IP_CSUM_OK (rxe: do_complete).
     */
    KERNEL_FLAG_OF_INVALIDATION,

    /**
     * The end of draining raises an event even if the application has not requested it (rxe ignores
     * en_sqd_async_notify).
     */
    ALWAYS_REPORTS_DRAINED,

    /** A modify from SQD to SQD raises the event for the end of draining again (rxe after 6.1: rxe_qp_sqd). */
    REPORTS_DRAINED_AGAIN,

    /** Completions in error count as solicited (IBA 11.4.2.2). */
    ERRORS_ARE_SOLICITED,

    /** Flushed receives count as solicited (rxe 6.1: do_complete without a packet). */
    FLUSHED_RECVS_ARE_SOLICITED,

    /**
     * Keys in receives of a shared queue belong to the protection domain of the queue pair; otherwise to the domain of
     * the shared queue.
     */
    SRQ_KEYS_OF_QP,

    /** A memory window opens its whole region to the peer: the range of the window is not checked (rxe: check_rkey). */
    WINDOWS_OPEN_REGIONS,

    /**
     * A bind checks the protection domain only of a window of type 2, and not that of the region (rxe 6.1:
     * rxe_check_bind_mw).
     */
    BINDS_ACROSS_DOMAINS,

    /**
     * A bind fails if {@code ibv_mw.rkey} is not the key that the device knows, for example after a failed bind (rxe:
     * rxe_bind_mw).
     */
    BINDS_KNOWN_KEYS,

    /**
     * Any queue pair of the protection domain can invalidate a window of type 2 (rxe: rxe_check_invalidate_mw checks
     * only the state).
     */
    INVALIDATES_FOREIGN_WINDOWS,

    /** A datagram is sent only if its address handle belongs to the protection domain of the queue pair. */
    AH_DOMAIN_COUNTS,

    /**
     * A Q_Key with bit 31 set is sent unchanged (rxe: init_req_packet); otherwise the Q_Key of the queue pair replaces
     * it.
     */
    SENDS_PRIVILEGED_QKEYS,

    /**
     * The device executes flushes and atomic writes (rxe: rxe_wr_opcode_info of rxe_opcode.c lists them since Linux
     * 6.2).
     */
    MEMORY_PLACEMENT,

    /** A write of 0 bytes succeeds with any key (IBA C9-88). */
    EMPTY_WRITE_IGNORES_KEY,

    /**
     * A frame reaches the queue pairs that flow rules select; otherwise it reaches every raw packet queue pair of the
     * port.
     */
    STEERS_FRAMES,

    /**
     * A queue pair with an indirection table has no state and receives from its creation on (mlx5:
     * create_rss_raw_qp_tir).
     */
    RSS_STARTS_READY,

    /**
     * A bind may name memory beyond the end of its region. An access there fails (mlx5: rdma-unit-test,
     * BufferMwTest.BindExceedRear).
     */
    BINDS_BEYOND_REGIONS,

    /**
     * The invalidation of a window that the queue pair has not bound fails with {@code IBV_WC_MW_BIND_ERR}; otherwise
     * with {@code IBV_WC_LOC_QP_OP_ERR} (mlx5: rdma-unit-test, MwType2Test).
     */
    INVALIDATION_ERRORS_ARE_BIND_ERRORS,

    /**
     * A send with a wrong key to invalidate fails its receive with {@code IBV_WC_MW_BIND_ERR}, and gets no answer
     * (mlx5: rdma-unit-test, MwType2Test.SendWithInvalidate).
     */
    SILENT_BAD_INVALIDATIONS,

    /**
     * An atomic on a misaligned address is an invalid request even if its key is wrong (mlx5: rdma-unit-test,
     * RcQpTest); otherwise the key is checked first.
     */
    CHECKS_ALIGNMENT_FIRST,

    /**
     * A write with immediate data that is refused fails its receive with {@code IBV_WC_LOC_ACCESS_ERR} (mlx5:
     * rdma-unit-test, RcQpTest.WriteWithImmInvalidRKey); otherwise the receive is flushed.
     */
    REFUSED_WRITE_TAKES_RECV,

    /**
     * A receive fails if one of its elements exceeds its region, even if the message fits (irdma: rdma-unit-test,
     * LoopbackRcQpTest.RecvBufferBeyondRegion).
     */
    CHECKS_WHOLE_RECEIVES,

    /**
     * A refused read or atomic, and a request whose RNR retries are exhausted, complete with
     * {@code IBV_WC_RETRY_EXC_ERR} (irdma: rdma-unit-test, GeneratesRetryExcOnConnTimeout).
     */
    REFUSED_READS_TIME_OUT,

    /**
     * A queue pair with {@code max_rd_atomic} 0 has one read or atomic operation in flight, because the device stores the
     * logarithm (mlx5: mlx5_ib_modify_qp); otherwise such an operation is never sent.
     */
    READS_WITHOUT_DEPTH,

    /**
     * A read of 0 bytes with an element fails with {@code IBV_WC_LOC_QP_OP_ERR}, because a length of 0 stands for 2 GiB
     * (mlx4: set_data_seg).
     */
    EMPTY_READS_FAIL,

    /**
     * A region with bound windows cannot be deregistered, which fails with EINVAL (rxe: rxe_dereg_mr); otherwise with
     * EBUSY.
     */
    BOUND_REGIONS_ARE_INVALID,

    /**
     * An address handle exists only in the library, so its protection domain can be freed first (mlx4:
     * mlx4_create_ah).
     */
    LOCAL_ADDRESS_HANDLES
}
