// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.Set;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.IwarpRules;
import org.verbena.core.model.rules.Pow2;
import org.verbena.core.model.rules.SrqRules;
import org.verbena.error.Errno;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * The model of Soft-iWARP: siw, with rdma-core's providers/siw/siw.c. The kernel computes the sizes, and only queries
 * report them.
 */
public final class SiwModel extends IwarpModel {
    private static final String VERBS = "Linux drivers/infiniband/sw/siw/siw_verbs.c: ";

    private final long maxQpWr;
    private final long maxSge;
    private final long maxInlineData;
    private final long maxCqe;
    private final long maxSrqWr;
    private final long maxSrqSge;

    public SiwModel() {
        this(DeviceLimits.SIW);
    }

    private SiwModel(Limits limits) {
        super("siw", "0.0.0", limits, Set.of(OptionalVerb.CREATE_SRQ));
        maxQpWr = limits.get("max_qp_wr");
        maxSge = limits.get("max_sge");
        maxInlineData = limits.get("max_inline_data");
        maxCqe = limits.get("max_cqe");
        maxSrqWr = limits.get("max_srq_wr");
        maxSrqSge = limits.get("max_srq_sge");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new SiwModel(limits);
    }

    @Override
    public String description() {
        return "Soft-iWARP (siw) of Linux 6.1 to 6.12";
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of Linux drivers/infiniband/sw/siw/siw_verbs.c and siw_qp.c: siw_sqe_complete,
     * siw_rqe_complete. The library shares the queues with the kernel (rdma-core providers/siw/siw.c: push_send_wqe).
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.USUAL)
                .with(DataPathTrait.INLINE_IGNORES_MAX_SGE)
                .without(
                        DataPathTrait.POLL_FREES_SLOTS,
                        DataPathTrait.PURGES_COMPLETIONS,
                        DataPathTrait.SEND_QUEUE_ERROR,
                        DataPathTrait.LAST_WQE_REACHED,
                        DataPathTrait.COMM_EST,
                        DataPathTrait.OVERRUN_IS_FATAL);
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        checks.from(VERBS + "siw_create_qp")
                .support(request.is(QpType.RC), "qp_type", request.typeName(), QpType.RC, "siw has no other type")
                // The kernel checks receive capabilities even with a shared receive queue.
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSge)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxSge)
                .atMost("max_inline_data", cap.maxInlineData(), maxInlineData)
                .require(cap.maxSendWr() != 0, "max_send_wr", 0, "at least 1", "a queue pair requires a send queue");
    }

    /** Returns the grant. siw_query_qp reports the rings, and the maximum of inline data. */
    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        boolean receives = request.srq().isEmpty() && cap.maxRecvWr() != 0;
        QpCap queried = cap.withMaxSendWr(Pow2.roundUp(cap.maxSendWr()))
                .withMaxRecvWr(receives ? Pow2.roundUp(cap.maxRecvWr()) : 0)
                .withMaxInlineData(maxInlineData);
        return new QpGrant(cap, queried);
    }

    @Override
    protected void kernel(QpChange change, Checklist checks) {
        IwarpRules.modifyQp(change, checks, "Linux drivers/infiniband/sw/siw/siw_qp.c: siw_qp_nextstate_from_idle");
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        CqRules.entries(request.cqe(), maxCqe, checks.from(VERBS + "siw_create_cq"));
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) Pow2.roundUp(request.cqe());
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    protected void kernel(SrqRequest request, Checklist checks) {
        SrqAttr attr = request.attr();
        checks.from(VERBS + "siw_create_srq")
                .require(attr.maxWr() != 0, "max_wr", 0, "at least 1", "the queue requires entries")
                .atMost("max_wr", attr.maxWr(), maxSrqWr)
                .atMost("max_sge", attr.maxSge(), maxSrqSge)
                .atMost("srq_limit", attr.srqLimit(), attr.maxWr(), "srq_limit cannot exceed the size of the queue");
    }

    @Override
    protected SrqGrant grant(SrqRequest request) {
        SrqAttr attr = request.attr();
        return new SrqGrant(attr, new SrqAttr(Pow2.roundUp(attr.maxWr()), attr.maxSge(), attr.srqLimit()));
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        return SrqRules.limitAlone(change, Errno.EOPNOTSUPP, VERBS + "siw_modify_srq");
    }

    // ---------------------------------------------------------------- memory regions

    @Override
    protected void kernel(MrRequest request, Checklist checks) {
        IwarpRules.regMr(request, checks, VERBS + "siw_reg_user_mr");
    }
}
