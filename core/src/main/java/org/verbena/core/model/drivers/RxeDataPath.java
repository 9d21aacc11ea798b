// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.EnumSet;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.PostErrors;

/** The data paths of rdma_rxe by kernel. */
final class RxeDataPath {
    /** rdma-core providers/rxe/rxe.c: validate_send_wr, rxe_post_one_recv, rxe_post_srq_recv, wr_set_inline_data. */
    private static final PostErrors POST_ERRORS = PostErrors.of(Errno.EINVAL, Errno.EINVAL, Errno.EINVAL)
            .onSrq(Errno.EINVAL, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.EINVAL, Errno.ENOSPC);

    /** sw/rxe/rxe_resp.c, rxe_req.c, rxe_comp.c, rxe_cq.c of Linux 6.12; rdma-core providers/rxe/rxe.c. */
    static final DataPath LINUX_6_12 = new DataPath(
            EnumSet.of(
                    DataPathTrait.CHECKS_ATOMICS,
                    DataPathTrait.CHECKS_BINDS,
                    DataPathTrait.CHECKS_BEFORE_SLOTS,
                    DataPathTrait.LISTS_HAVE_ONE_LENGTH,
                    DataPathTrait.DRAINS_AGAIN,
                    DataPathTrait.SENDS_DRAIN_AGAIN,
                    DataPathTrait.REQUESTS_DRAIN_AGAIN,
                    DataPathTrait.INVALIDATE_IS_FENCED,
                    DataPathTrait.BINDS_AGAIN,
                    DataPathTrait.BINDS_KNOWN_KEYS,
                    DataPathTrait.LOSES_TAKEN_RECEIVES,
                    DataPathTrait.RTS_DOES_NOT_START_SENDING,
                    DataPathTrait.COMPLETES_AFTER_LIST,
                    DataPathTrait.SENDS_WHILE_RECEIVER_RESTS,
                    DataPathTrait.REPEATED_NAK_IS_FREE,
                    DataPathTrait.FENCED_RETRY_HANGS,
                    DataPathTrait.UC_NEVER_ABANDONS_MESSAGE,
                    DataPathTrait.ACCEPTS_RESPONSES_OF_ANY_SIZE,
                    DataPathTrait.ACCEPTS_WRITES_THAT_END_EARLY,
                    DataPathTrait.REJECTS_LONG_RECEIVES,
                    DataPathTrait.ATOMIC_RESPONSE_CHECKS_ACCESS_FIRST,
                    DataPathTrait.SENT_IMMEDIATE_IS_FLAGGED,
                    DataPathTrait.SENDS_PRIVILEGED_QKEYS,
                    DataPathTrait.INVALIDATES_FOREIGN_WINDOWS,
                    DataPathTrait.AH_DOMAIN_COUNTS,
                    DataPathTrait.EARLY_SEND_IS_QUEUED,
                    DataPathTrait.REJECTS_RECV_IN_RESET,
                    DataPathTrait.RECV_IN_ERR_IS_QUEUED,
                    DataPathTrait.FLUSHES_LOCAL_ERRORS,
                    DataPathTrait.REJECTS_LONG_REQUESTS,
                    DataPathTrait.ENDLESS_RETRY,
                    DataPathTrait.LAST_WQE_REACHED,
                    DataPathTrait.OVERRUN_STOPS_RECEIVER,
                    DataPathTrait.DROPS_LONG_DATAGRAMS,
                    DataPathTrait.DROPS_UNFIT_DATAGRAMS,
                    DataPathTrait.FAILED_REQUEST_TAKES_RECV,
                    DataPathTrait.ACKS_BAD_INVALIDATIONS,
                    DataPathTrait.ALWAYS_FLAGS_GRH,
                    DataPathTrait.KERNEL_FLAG_OF_INVALIDATION,
                    DataPathTrait.ALWAYS_REPORTS_DRAINED,
                    DataPathTrait.REPORTS_DRAINED_AGAIN,
                    DataPathTrait.SRQ_KEYS_OF_QP,
                    DataPathTrait.WINDOWS_OPEN_REGIONS,
                    DataPathTrait.MEMORY_PLACEMENT,
                    DataPathTrait.EMPTY_WRITE_IGNORES_KEY,
                    DataPathTrait.BOUND_REGIONS_ARE_INVALID),
            POST_ERRORS,
            WcStatus.LOC_QP_OP_ERR,
            WcStatus.LOC_QP_OP_ERR,
            WcStatus.LOC_QP_OP_ERR,
            WcStatus.LOC_PROT_ERR);

    /**
     * The same files of Linux 6.1. Its rxe_resp.c lacks LAST_WQE_REACHED, checks no length of sends (check_length), and
     * flushes receives through do_complete. Its completer waits for the requests that the requester executed ahead
     * (COMPST_ERROR). Its rxe_check_bind_mw compares few domains, and its check_type_state drops requests in ERR. The
     * memory placement extensions exist since 6.2.
     */
    static final DataPath LINUX_6_1 = LINUX_6_12
            .without(
                    DataPathTrait.LAST_WQE_REACHED,
                    DataPathTrait.REJECTS_LONG_REQUESTS,
                    DataPathTrait.FLUSHES_LOCAL_ERRORS,
                    DataPathTrait.DROPS_UNFIT_DATAGRAMS,
                    DataPathTrait.COMPLETES_AFTER_LIST,
                    DataPathTrait.SENDS_DRAIN_AGAIN,
                    DataPathTrait.REPORTS_DRAINED_AGAIN,
                    DataPathTrait.REQUESTS_DRAIN_AGAIN,
                    DataPathTrait.LOSES_TAKEN_RECEIVES,
                    DataPathTrait.MEMORY_PLACEMENT)
            .with(
                    DataPathTrait.FLUSHED_RECVS_ARE_SOLICITED,
                    DataPathTrait.BINDS_ACROSS_DOMAINS,
                    DataPathTrait.CHECKS_SIZES_OF_WRITES_ALONE,
                    DataPathTrait.LOCAL_ERRORS_WAIT,
                    DataPathTrait.KEEPS_CURRENT_STATE);

    private RxeDataPath() {}
}
