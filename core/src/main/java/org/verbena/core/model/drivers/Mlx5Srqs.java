// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.core.model.drivers.Mlx5SendQueue.SEGMENT;

import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.Pow2;
import org.verbena.core.model.rules.SrqRules;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/** The rules of mlx5 for shared receive queues. */
final class Mlx5Srqs {
    private static final int MIN_SRQ_DESC = 32;

    private final Limits limits;
    private final long maxRqDescSz;
    private final long maxSrqRecvWr;
    private final long maxSrqWr;

    Mlx5Srqs(Limits limits) {
        this.limits = limits;
        maxRqDescSz = limits.get("max_rq_desc_sz");
        maxSrqRecvWr = limits.get("max_srq_recv_wr");
        maxSrqWr = limits.get("max_srq_wr");
    }

    Verdict<SrqGrant> create(SrqRequest request) {
        SrqAttr attr = request.attr();
        return Checklist.of(
                        checks -> librarySrq(request, checks),
                        checks -> {
                            // mlx5_create_srq_ex treats a request without a type as a basic queue, which requires no
                            // other field in comp_mask.
                            if (request.effectiveType() != SrqType.BASIC.value()) {
                                SrqRules.libibverbs(request, checks);
                            }
                        },
                        checks -> checks.from("Linux drivers/infiniband/hw/mlx5/srq.c: mlx5_ib_create_srq")
                                .require(
                                        Pow2.ring(attr.maxWr()) <= maxSrqWr,
                                        "max_wr",
                                        attr.maxWr(),
                                        maxSrqWr,
                                        "the device supports no more"))
                .grant(() -> {
                    long ring = Pow2.roundUp(attr.maxWr() + 1);
                    SrqAttr granted =
                            new SrqAttr(ring - 1, (srqEntry(attr.maxSge()) - SEGMENT) / SEGMENT, attr.srqLimit());
                    return new SrqGrant(granted, new SrqAttr(waitQueue(ring) - 1, granted.maxSge(), attr.srqLimit()));
                });
    }

    private void librarySrq(SrqRequest request, Checklist checks) {
        SrqAttr attr = request.attr();
        checks.from("rdma-core providers/mlx5/verbs.c: mlx5_create_srq")
                .atMost("max_wr", attr.maxWr(), maxSrqRecvWr)
                .require(
                        attr.maxSge() <= maxRqDescSz / SEGMENT && srqEntry(attr.maxSge()) <= maxRqDescSz,
                        "max_sge",
                        attr.maxSge(),
                        maxRqDescSz / SEGMENT - 1,
                        () -> "an entry has a control segment and at most " + maxRqDescSz + " bytes");
        if (request.effectiveType() == SrqType.TM.value()) {
            checks.from("rdma-core providers/mlx5/verbs.c: mlx5_create_srq_ex")
                    .atMost("max_num_tags", request.tmCap().maxNumTags(), limits.report("tm_caps.max_num_tags"));
        }
    }

    private static long srqEntry(long sge) {
        return Math.max(MIN_SRQ_DESC, Pow2.roundUp(SEGMENT + SEGMENT * sge));
    }

    /**
     * Returns the size of the ring with a wait queue. If possible, mlx5_alloc_srq_buf doubles the ring for entries that
     * wait until the hardware releases them.
     */
    private long waitQueue(long ring) {
        return ring > 1 && 2 * ring <= maxSrqRecvWr ? 2 * ring : ring;
    }
}
