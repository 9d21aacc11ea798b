// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.WqRules;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/** The rules of mlx5 for work queues and indirection tables. */
final class Mlx5WorkQueues {
    private final Limits limits;
    private final long maxWr;
    private final long maxSge;

    Mlx5WorkQueues(Limits limits, long maxWr, long maxSge) {
        this.limits = limits;
        this.maxWr = maxWr;
        this.maxSge = maxSge;
    }

    Verdict<WqCap> create(WqRequest request) {
        return Checklist.of(
                        checks -> checks.from("rdma-core providers/mlx5/verbs.c: create_wq")
                                .require(
                                        request.wqTypeCode() == WqType.RQ.value(),
                                        "wq_type",
                                        request.wqTypeCode(),
                                        WqType.RQ,
                                        "a work queue can only receive"),
                        checks -> checks.from("rdma-core providers/mlx5/verbs.c: mlx5_calc_rwq_size")
                                .require(
                                        request.maxWr() != 0,
                                        "max_wr",
                                        request.maxWr(),
                                        "at least 1",
                                        "a work queue requires entries")
                                .atMost("max_sge", request.maxSge(), maxSge),
                        checks -> WqRules.create(request, checks),
                        // The firmware has a separate limit, log_max_wq_sz. The model assumes that it equals the limit
                        // of queue pairs.
                        checks -> checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: set_user_rq_size")
                                .atMost("max_wr", request.maxWr(), maxWr))
                // The ring is rounded up, but the kernel reports the requested values.
                .grant(() -> new WqCap(request.maxWr(), request.maxSge()));
    }

    Verdict<WqState> modify(WqChange change) {
        boolean padding = change.attr().attrMask().contains(WqAttr.Mask.FLAGS)
                && change.attr().flagsMask().contains(WqFlag.PCI_WRITE_END_PADDING);
        String kernel = "Linux drivers/infiniband/hw/mlx5/qp.c: mlx5_ib_modify_wq";
        return Checklist.of(
                        checks -> libraryReadiesWq(change, checks),
                        checks -> WqRules.modify(change, checks),
                        checks -> checks.from(kernel)
                                .support(
                                        !padding,
                                        "flags_mask",
                                        change.attr().flagsMask(),
                                        "without PCI_WRITE_END_PADDING",
                                        "padding cannot change after creation"),
                        checks -> WqRules.transition(change, checks, kernel))
                .grant(() -> WqRules.next(change));
    }

    /**
     * Checks the rules of the library. It empties its ring before it calls the kernel, and first checks that this is
     * safe.
     */
    private static void libraryReadiesWq(WqChange change, Checklist checks) {
        WqAttr attr = change.attr();
        boolean readied = attr.attrMask().contains(WqAttr.Mask.STATE) && attr.wqState() == WqState.RDY;
        checks.from("rdma-core providers/mlx5/verbs.c: mlx5_modify_wq")
                .require(
                        !readied
                                || !attr.attrMask().contains(WqAttr.Mask.CURR_STATE)
                                || attr.currWqState() == change.now(),
                        "curr_wq_state",
                        attr.currWqState(),
                        change.now(),
                        "the work queue is in another state");
    }

    Verdict<RwqIndTableRequest> createTable(RwqIndTableRequest request) {
        return Checklist.of(
                        checks -> WqRules.indTable(request, checks),
                        checks -> WqRules.indTableSize(
                                request,
                                limits,
                                checks,
                                "Linux drivers/infiniband/hw/mlx5/qp.c: mlx5_ib_create_rwq_ind_table"))
                .grant(() -> request);
    }
}
