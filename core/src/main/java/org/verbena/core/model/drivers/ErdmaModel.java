// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.Set;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.IwarpRules;
import org.verbena.core.model.rules.Pow2;
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
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;

/** The model of Alibaba's elastic RDMA adapter, which uses iWARP: rdma-core's providers/erdma with Linux's hw/erdma. */
public final class ErdmaModel extends IwarpModel {
    private static final String VERBS = "Linux drivers/infiniband/hw/erdma/erdma_verbs.c: ";
    private static final String QP = "Linux drivers/infiniband/hw/erdma/erdma_qp.c: ";

    /** The states CLOSING and TERMINATE of iWARP. */
    private static final Set<QpState> ENDING = Set.of(QpState.SQD, QpState.SQE);

    private static final Set<QpState> AFTER_CLOSING = Set.of(QpState.RESET, QpState.INIT, QpState.SQD, QpState.ERR);
    private static final int MIN_CQE = 64;
    private static final int BLOCKS_PER_SEND = 4;

    private final long maxQpWr;
    private final long maxSendSge;
    private final long maxRecvSge;
    private final long maxInlineData;
    private final long maxCqe;

    public ErdmaModel() {
        this(DeviceLimits.ERDMA);
    }

    private ErdmaModel(Limits limits) {
        super("erdma", "0.2.0", limits, Set.of());
        maxQpWr = limits.get("max_qp_wr");
        maxSendSge = limits.get("max_send_sge");
        maxRecvSge = limits.get("max_recv_sge");
        maxInlineData = limits.get("max_inline_data");
        maxCqe = limits.get("max_cqe");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new ErdmaModel(limits);
    }

    @Override
    public String description() {
        return "Alibaba elastic RDMA (liberdma and erdma)";
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of rdma-core providers/erdma/erdma_verbs.c: erdma_push_one_sqe. The kernel driver, Linux
     * drivers/infiniband/hw/erdma, has no last-WQE event. Everything else follows the InfiniBand architecture.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.USUAL)
                .with(DataPathTrait.INLINE_IGNORES_MAX_SGE)
                .without(DataPathTrait.LAST_WQE_REACHED);
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        checks.from(VERBS + "erdma_qp_validate_cap")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSendSge)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxRecvSge)
                .atMost("max_inline_data", cap.maxInlineData(), maxInlineData)
                .require(cap.maxSendWr() != 0, "max_send_wr", 0, "at least 1", "a queue pair requires a send queue")
                .require(cap.maxRecvWr() != 0, "max_recv_wr", 0, "at least 1", "a queue pair requires a receive queue");
        checks.from(VERBS + "erdma_qp_validate_attr")
                .support(request.is(QpType.RC), "qp_type", request.typeName(), QpType.RC, "erdma has no other type")
                .support(request.srq().isEmpty(), "srq", "given", "NULL", "erdma has no shared receive queues");
    }

    /** Returns the grant. erdma_query_qp reports the rings, the send ring in blocks, and the maximum of inline data. */
    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        QpCap queried = cap.withMaxSendWr(Pow2.roundUp(BLOCKS_PER_SEND * cap.maxSendWr()))
                .withMaxRecvWr(Pow2.roundUp(cap.maxRecvWr()))
                .withMaxInlineData(maxInlineData);
        return new QpGrant(cap, queried);
    }

    @Override
    protected void kernel(QpChange change, Checklist checks) {
        IwarpRules.modifyQp(change, checks, QP + "erdma_modify_qp_state_to_rts");
        if (checks.kept()) {
            checks.from(QP + "erdma_modify_qp_state_iwarp")
                    .require(
                            Errno.ECONNABORTED,
                            change.now().qpState() != QpState.SQD || AFTER_CLOSING.contains(change.next()),
                            "qp_state",
                            change.next(),
                            "RESET, INIT, SQD or ERR",
                            "a closing connection cannot become active again");
        }
    }

    /**
     * Returns the attributes. State and current state of a connection that is closing or terminated are reported as
     * ERR.
     */
    @Override
    protected QpAttr reported(QpQueryRequest request) {
        QpState state = IwarpRules.state(request.now());
        QpState told = ENDING.contains(state) ? QpState.ERR : state;
        return IwarpRules.reported(request, limits())
                .qpState(told)
                .curQpState(told)
                .build();
    }

    // ---------------------------------------------------------------- completion queues

    /** Checks a request. The library raises small and negative sizes, and converts every error of the kernel to EIO. */
    @Override
    protected void library(CqRequest request, Checklist checks) {
        long vectors = limits().get("num_comp_vectors");
        checks.from("rdma-core providers/erdma/erdma_verbs.c: erdma_create_cq")
                .require(
                        Errno.EIO,
                        request.compVector() >= 0 && request.compVector() < vectors,
                        "comp_vector",
                        request.compVector(),
                        "below " + vectors,
                        "the device has no such completion vector")
                .require(
                        Errno.EIO,
                        ring(request) <= maxCqe,
                        "cqe",
                        request.cqe(),
                        maxCqe,
                        "the device supports no more");
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) ring(request);
    }

    private static long ring(CqRequest request) {
        return Pow2.roundUp(Math.max(MIN_CQE, request.cqe()));
    }

    // ---------------------------------------------------------------- memory regions

    @Override
    protected void kernel(MrRequest request, Checklist checks) {
        IwarpRules.regMr(request, checks, VERBS + "erdma_reg_user_mr");
    }
}
