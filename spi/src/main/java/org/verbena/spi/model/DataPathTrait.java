package org.verbena.spi.model;

/** What some drivers do with work requests, messages and errors, and others do not. */
public enum DataPathTrait {
    /** A send opcode that the driver does not know is refused by the post; otherwise its completion says so. */
    REFUSES_UNKNOWN_OPCODE,

    /** The post does not compare the number of elements with max_send_sge when it copies inline data. */
    INLINE_IGNORES_MAX_SGE,

    /** The post refuses sends that would not complete (efa: efa_post_send_validate). */
    REFUSES_UNSIGNALED,

    /** The post refuses atomics on misaligned addresses and on less than 8 bytes (rxe: validate_send_wr). */
    CHECKS_ATOMICS,

    /** The post refuses a bind with data or outside of RC and UC (rxe: validate_send_wr). */
    CHECKS_BINDS,

    /** The post checks a work request before it looks for room (rxe: post_one_send); otherwise a full queue comes first. */
    CHECKS_BEFORE_ROOM,

    /** A builder takes lists of elements of one length alone (rxe: {@link SgeListRule}). */
    LISTS_HAVE_ONE_LENGTH,

    /** A doorbell before RTS fails, but what was posted stays and is sent later (rxe: rxe_post_send). */
    EARLY_SEND_STAYS,

    /** Sends posted before RTS are refused (mlx5: the number of elements is -1 until then). */
    REFUSES_EARLY_SEND,

    /** Receives posted in RESET are refused. */
    REFUSES_RECV_IN_RESET,

    /**
     * A receive posted in ERR stays until the next change to ERR (rxe: rxe_post_recv of rdma-core writes the ring, where
     * the kernel looks for packets and in rxe_qp_error alone); otherwise it is flushed.
     */
    LATE_RECV_STAYS,

    /**
     * In ERR, a modify to ERR drains the receives again (rxe: rxe_receiver). Receives that were posted meanwhile are
     * flushed; with a shared receive queue, LAST_WQE_REACHED comes again.
     */
    DRAINS_AGAIN,

    /** A post that puts sends into the queue in ERR drains the receives as well (rxe after 6.1: rxe_requester). */
    SENDS_DRAIN_AGAIN,

    /** A request that arrives in ERR drains the receives as well (rxe: check_type_state of kernels after 6.1 lets it pass). */
    REQUESTS_DRAIN_AGAIN,

    /** A receive of 2 GiB and more takes no data (rxe: copy_data compares with a negative dma.resid). */
    REFUSES_LONG_RECEIVES,

    /** An answer that finds no room is a protection error (rxe: do_atomic of rxe_comp.c); otherwise one of length. */
    ANSWERS_NEED_ACCESS_ALONE,

    /** A queue pair that fails keeps its cur_qp_state (rxe up to 6.1: rxe_qp_error sets qp_state alone). */
    KEEPS_CURRENT_STATE,

    /** {@code ibv_post_send(3)} gives the elements of an atomic 8 bytes each (mlx5: set_data_ptr_seg_atomic). */
    ATOMICS_TAKE_EIGHT_BYTES,

    /** The completion of an atomic says 8 bytes, however long its elements are (mlx5: handle_good_req; mlx4 likewise). */
    ATOMICS_REPORT_EIGHT_BYTES,

    /** An invalidation waits for all requests before it (rxe: rxe_wqe_is_fenced). */
    INVALIDATES_IN_TURN,

    /** A bind behind a request that is sent again is carried out again, and fails (rxe: req_retry, rxe_do_local_ops). */
    BINDS_AGAIN,

    /** A slot of a send or receive queue is free again when its completion, or a later one, has been polled. */
    POLL_FREES_SLOTS,

    /** A reset or a destroy takes the completions of the queue pair out of their queues (mlx5: mlx5_cq_clean). */
    PURGES_COMPLETIONS,

    /** Sends of an unreliable queue pair that fail lead to SQE, where receives go on (IBA 10.3.1); rxe knows ERR alone. */
    SEND_QUEUE_ERROR,

    /** What fails before anything is sent completes as flushed (rxe: rxe_requester, then flush_send_queue). */
    FLUSHES_LOCAL_ERRORS,

    /** A message of more than the {@code max_msg_sz} of the port is not sent: LOC_LEN_ERR (IBA 11.6.2). */
    LIMITS_MESSAGES,

    /**
     * A change to RTS sends nothing: what was posted before waits for the next post. A request that is sent again in SQD
     * waits so as well, and counts as drained (rxe: rxe_qp_from_attr schedules no task; req_check_sq_drain_done).
     */
    RESTS_UNTIL_POST,

    /**
     * What is posted together completes when the last of it has been sent: a local error among it flushes the requests
     * before, although the peer has performed them (rxe: rxe_requester runs ahead of rxe_completer).
     */
    COMPLETES_AFTER_LIST,

    /**
     * A local error waits until the requests before it are answered. Nothing is sent or sent again meanwhile, so that it may
     * wait for ever (rxe up to 6.1: rxe_requester in QP_STATE_ERROR). The packets of a message before the bad one are
     * answered first.
     */
    LOCAL_ERRORS_WAIT,

    /**
     * Requests behind one whose receiver was not ready are sent, and time out, while that one waits (rxe: rxe_requester
     * asks for wait_for_rnr_timer before a retry alone). The receiver reports them as a gap, which takes a retry.
     */
    SENDS_WHILE_RECEIVER_RESTS,

    /**
     * A fenced read or atomic that is sent again waits for all reads and atomics to end, itself among them, for ever (rxe:
     * rxe_wqe_is_fenced).
     */
    FENCES_WAIT_FOR_THEMSELVES,

    /**
     * Over UC, the first packet behind a message that was not finished is dropped with its message. A write that was not
     * finished stays so, and all later messages are dropped (rxe: check_op_seq, do_class_d1e_error).
     */
    STAYS_IN_UNFINISHED_MESSAGES,

    /** A gap that is reported again before any progress takes no further retry (rxe: started_retry). */
    COUNTS_ONE_GAP,

    /**
     * Responses to a read may have packets of another size than the path MTU (rxe: check_ack and do_read). Those beyond
     * the expected number take a retry each, and the read never completes; otherwise it ends with LOC_LEN_ERR (IBA
     * 11.6.2).
     */
    TAKES_RESPONSES_OF_ANY_SIZE,

    /**
     * The packets of a send may have other sizes than the path MTU, and those of a write are looked at after its key (rxe up
     * to 6.1: check_length checks nothing, check_rkey writes alone).
     */
    CHECKS_SIZES_OF_WRITES_ALONE,

    /**
     * A receive of a shared queue that a message has taken is lost when the queue pair goes to ERR (rxe:
     * flush_recv_queue); otherwise it is flushed.
     */
    LOSES_TAKEN_RECEIVES,

    /** A read or write of more than 2 GiB is refused by whom it is for (IBA C9-94; rxe: rxe_resp_check_length). */
    REFUSES_LONG_REQUESTS,

    /** {@code retry_cnt} 7 has no end (rxe: rxe_completer); IBA has it as a number. */
    ENDLESS_RETRY,

    /** A queue pair with a shared receive queue reports when it takes no more from it. */
    LAST_WQE_REACHED,

    /** What a peer may not do, and what it should not ask, are events of the queue pair as well. */
    ACCESS_EVENTS,

    /** The first message before RTS is an event of the queue pair. */
    COMM_EST,

    /** A completion that finds no room ends the queue and all that use it; otherwise it alone is lost. */
    OVERRUN_IS_FATAL,

    /** The queue pair that receives into a full completion queue goes to ERR (rxe: RESPST_ERR_CQ_OVERFLOW). */
    OVERRUN_STOPS_RECEIVER,

    /** A datagram longer than the MTU completes as if it had been sent (rxe: rxe_requester, C10-93.1.1). */
    DROPS_LONG_DATAGRAMS,

    /**
     * A datagram that its receive has no room for is dropped before any key is looked at (rxe after 6.1:
     * rxe_resp_check_length); otherwise the receive says so.
     */
    DROPS_UNFIT_DATAGRAMS,

    /** A receive that a failed request has taken completes with an error; otherwise it is flushed. */
    FAILED_REQUEST_TAKES_RECV,

    /** A send that invalidates what it may not is acknowledged; its receiver alone fails (rxe: do_complete, class J). */
    ACKS_BAD_INVALIDATIONS,

    /**
     * A send with immediate data says so in its completion, without the data (rxe: make_send_cqe; libmlx5:
     * handle_good_req).
     */
    SENT_IMMEDIATE_IS_FLAGGED,

    /** Every receive says that it has a global route header (rxe_resp.c: do_complete). */
    ALWAYS_FLAGS_GRH,

    /** A receive whose send invalidated says so with the kernel's flag, IBV_WC_IP_CSUM_OK here (rxe: do_complete). */
    KERNEL_FLAG_OF_INVALIDATION,

    /** The end of draining is an event even for who did not ask (rxe: en_sqd_async_notify is not consulted). */
    ALWAYS_REPORTS_DRAINED,

    /** A modify from SQD to SQD is an event again (rxe after 6.1: rxe_qp_sqd). */
    REPORTS_DRAINED_AGAIN,

    /** Completions in error count as solicited (IBA 11.4.2.2). */
    ERRORS_ARE_SOLICITED,

    /** Receives that are flushed count as solicited (rxe 6.1: do_complete without a packet). */
    FLUSHED_RECVS_ARE_SOLICITED,

    /** Keys in receives of a shared queue belong to the domain of the queue pair; otherwise to that of the queue. */
    SRQ_KEYS_OF_QP,

    /** A window opens all of its region to the peer: nobody looks at its own range (rxe: check_rkey). */
    WINDOWS_OPEN_REGIONS,

    /** A bind looks at the domain of a window of type 2 alone, at none of a region (rxe 6.1: rxe_check_bind_mw). */
    BINDS_ACROSS_DOMAINS,

    /**
     * A bind fails if {@code ibv_mw.rkey} is not the key that the device knows, for example behind a bind that failed
     * (rxe: rxe_bind_mw).
     */
    BINDS_KNOWN_KEYS,

    /** Any queue pair of the domain invalidates a window of type 2 (rxe: rxe_check_invalidate_mw looks at the state alone). */
    INVALIDATES_FOREIGN_WINDOWS,

    /** Datagrams leave only through address handles of the queue pair's own domain. */
    AH_DOMAIN_COUNTS,

    /** A Q_Key with bit 31 goes out as it is (rxe: init_req_packet); otherwise it stands for that of the queue pair. */
    SENDS_PRIVILEGED_QKEYS,

    /** Flushes and atomic writes are carried out (rxe: rxe_wr_opcode_info of rxe_opcode.c has them from Linux 6.2 on). */
    MEMORY_PLACEMENT,

    /** A write of no bytes goes through whatever its key (C9-88). */
    EMPTY_WRITE_IGNORES_KEY,

    /** Frames reach the queue pairs that flow rules name; otherwise every raw packet queue pair of the port. */
    STEERS_FRAMES,

    /** A queue pair with an indirection table receives from its creation on: it has no state (create_rss_raw_qp_tir). */
    RSS_STARTS_READY
}
