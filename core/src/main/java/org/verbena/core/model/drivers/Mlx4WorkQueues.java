// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.List;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
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

/** The rules of mlx4 for work queues and indirection tables. */
final class Mlx4WorkQueues {
    /** IBV_RAW_PACKET_CAP_SCATTER_FCS. */
    private static final long SCATTER_FCS_CAP = 1 << 1;

    private final Limits limits;

    Mlx4WorkQueues(Limits limits) {
        this.limits = limits;
    }

    Verdict<WqCap> create(WqRequest request) {
        return Checklist.of(
                        checks -> libraryWq(request, checks),
                        checks -> WqRules.create(request, checks),
                        checks -> kernelWq(request, checks))
                // The ring is rounded up, but the kernel reports the requested values.
                .grant(() -> new WqCap(Math.max(1, request.maxWr()), Math.max(1, request.maxSge())));
    }

    private void libraryWq(WqRequest request, Checklist checks) {
        checks.from("rdma-core providers/mlx4/verbs.c: mlx4_create_wq")
                .support(
                        request.wqTypeCode() == WqType.RQ.value(),
                        "wq_type",
                        request.wqTypeCode(),
                        WqType.RQ,
                        "a work queue can only receive")
                .atMost("max_wr", request.maxWr(), limits.get("max_qp_wr"))
                .atMost("max_sge", request.maxSge(), limits.get("max_sge"))
                .supportOnly(
                        "comp_mask",
                        request.compMask(),
                        Flags.of(WqInitAttr.Mask.FLAGS),
                        "mlx4 supports no other field")
                .supportOnly(
                        "create_flags",
                        request.effectiveFlags(),
                        Flags.of(WqFlag.SCATTER_FCS),
                        "mlx4 has no other flag");
    }

    private void kernelWq(WqRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: mlx4_ib_create_wq")
                .support(
                        !request.effectiveFlags().contains(WqFlag.SCATTER_FCS)
                                || (limits.report("raw_packet_caps") & SCATTER_FCS_CAP) != 0,
                        "create_flags",
                        request.effectiveFlags(),
                        "without SCATTER_FCS",
                        "the device cannot store the checksum of a frame");
        Mlx4Model.receiveQueue(limits, request.maxWr(), request.maxSge(), "max_", checks);
    }

    Verdict<WqState> modify(WqChange change) {
        boolean claimed = change.attr().attrMask().contains(WqAttr.Mask.CURR_STATE);
        boolean changed = change.attr().attrMask().contains(WqAttr.Mask.STATE);
        // The kernel does not verify the current state that the caller names.
        WqState from = claimed ? change.attr().currWqState() : change.now();
        WqState to = changed ? change.attr().wqState() : from;
        return Checklist.of(
                        checks -> WqRules.modify(change, checks),
                        checks -> checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: mlx4_ib_modify_wq")
                                .support(
                                        !change.attr().attrMask().contains(WqAttr.Mask.FLAGS),
                                        "attr_mask",
                                        change.attr().attrMask(),
                                        "without FLAGS",
                                        "flags cannot change after creation")
                                .require(
                                        WqRules.nextStates(from).contains(to),
                                        "wq_state",
                                        to,
                                        WqRules.nextStates(from),
                                        () -> "there is no such change from " + from))
                .grant(() -> to);
    }

    Verdict<RwqIndTableRequest> createTable(RwqIndTableRequest request) {
        String kernel = "Linux drivers/infiniband/hw/mlx4/qp.c: mlx4_ib_create_rwq_ind_table";
        return Checklist.of(
                        checks -> WqRules.indTable(request, checks),
                        checks -> WqRules.indTableSize(request, limits, checks, kernel),
                        checks -> range(request.wqNums(), checks.from(kernel)))
                .grant(() -> request);
    }

    /** Requires consecutive numbers: the hardware stores only the first work queue and the size of the table. */
    private static void range(List<Long> numbers, Checklist.Rules rules) {
        long first = numbers.get(0);
        rules.require(
                first % numbers.size() == 0,
                "ind_tbl[0].wq_num",
                first,
                "a multiple of " + numbers.size(),
                "the first number is aligned to the size of the table");
        for (int slot = 1; slot < numbers.size(); slot++) {
            rules.require(
                    numbers.get(slot) == first + slot,
                    "ind_tbl[" + slot + "].wq_num",
                    numbers.get(slot),
                    first + slot,
                    "the numbers of the work queues are consecutive");
        }
    }
}
