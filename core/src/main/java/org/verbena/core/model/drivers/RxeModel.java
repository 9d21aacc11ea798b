// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.SendOp.ATOMIC_CMP_AND_SWP;
import static org.verbena.attr.SendOp.ATOMIC_FETCH_AND_ADD;
import static org.verbena.attr.SendOp.ATOMIC_WRITE;
import static org.verbena.attr.SendOp.BIND_MW;
import static org.verbena.attr.SendOp.FLUSH;
import static org.verbena.attr.SendOp.LOCAL_INV;
import static org.verbena.attr.SendOp.RDMA_READ;
import static org.verbena.attr.SendOp.RDMA_WRITE;
import static org.verbena.attr.SendOp.RDMA_WRITE_WITH_IMM;
import static org.verbena.attr.SendOp.SEND;
import static org.verbena.attr.SendOp.SEND_WITH_IMM;
import static org.verbena.attr.SendOp.SEND_WITH_INV;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GidType;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.ModifyQpRules;
import org.verbena.core.model.rules.ObjectRules;
import org.verbena.core.model.rules.Pow2;
import org.verbena.core.model.rules.SrqRules;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * The model of SoftRoCE: rdma_rxe with rdma-core's providers/rxe/rxe.c. The kernel computes all sizes. An entry of the
 * send queue holds either gather elements or inline data, so both share its size. {@link RxeKernel} contains the
 * differences between kernels.
 */
public final class RxeModel extends BaseModel {
    private static final int INLINE_UNIT = 16;
    private static final int MAX_TIMEOUT = 31;
    private static final int UINT8_MAX = 0xFF;

    /** The default time to live: IPDEFTTL for IPv4, and the same value in Linux for IPv6. */
    private static final int DEFAULT_TTL = 64;

    private static final GlobalRoute NO_ROUTE = new GlobalRoute(Gid.of(new byte[Gid.LENGTH]), 0, 0, 0, 0);

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS =
            Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.CREATE_FLAGS, QpInitAttr.Mask.SEND_OPS_FLAGS);
    private static final Flags<SendOp> UD_OPS = Flags.of(SEND, SEND_WITH_IMM);
    private static final Flags<SendOp> UC_OPS =
            Flags.of(RDMA_WRITE, RDMA_WRITE_WITH_IMM, SEND, SEND_WITH_IMM, BIND_MW, SEND_WITH_INV);
    private static final Flags<SendOp> RC_OPS = Flags.of(
            RDMA_WRITE,
            RDMA_WRITE_WITH_IMM,
            SEND,
            SEND_WITH_IMM,
            RDMA_READ,
            ATOMIC_CMP_AND_SWP,
            ATOMIC_FETCH_AND_ADD,
            LOCAL_INV,
            BIND_MW,
            SEND_WITH_INV,
            FLUSH,
            ATOMIC_WRITE);

    private static final Set<OptionalVerb> VERBS = Set.of(
            OptionalVerb.CREATE_QP_EX,
            OptionalVerb.CREATE_CQ_EX,
            OptionalVerb.CREATE_SRQ,
            OptionalVerb.CREATE_SRQ_EX,
            OptionalVerb.ATTACH_MCAST,
            OptionalVerb.CREATE_AH,
            OptionalVerb.ALLOC_MW);

    private final RxeKernel kernel;
    private final long maxQpWr;
    private final long maxSge;
    private final long maxInlineData;
    private final long maxCqe;
    private final long maxSrqWr;
    private final long maxSrqSge;

    public RxeModel(RxeKernel kernel) {
        this(kernel, kernel.limits(DeviceLimits.RXE));
    }

    private RxeModel(RxeKernel kernel, Limits limits) {
        super(kernel.modelName(), kernel.aliases(), "0.0.0", limits, VERBS);
        this.kernel = kernel;
        maxQpWr = limits.get("max_qp_wr");
        maxSge = limits.get("max_sge");
        maxInlineData = limits.get("max_inline_data");
        maxCqe = limits.get("max_cqe");
        maxSrqWr = limits.get("max_srq_wr");
        maxSrqSge = limits.get("max_srq_sge");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new RxeModel(kernel, limits);
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V2);
    }

    @Override
    public String description() {
        return "SoftRoCE (rdma_rxe) of " + kernel.release();
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public DataPath dataPath() {
        return kernel.dataPath();
    }

    @Override
    public int rocePacketLifeTime() {
        return kernel.rocePacketLifeTime(super.rocePacketLifeTime());
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        if (!request.extended()) {
            return;
        }
        Checklist.Rules rules = checks.from("rdma-core providers/rxe/rxe.c: check_qp_init_attr");
        rules.supportOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "rxe supports no other field")
                .support(
                        request.effectiveCreateFlags().isEmpty(),
                        "create_flags",
                        request.effectiveCreateFlags(),
                        0,
                        "rxe has no create flags");
        if (request.has(QpInitAttr.Mask.SEND_OPS_FLAGS)) {
            rules.support(
                            request.isAny(QpType.RC, QpType.UC, QpType.UD),
                            "qp_type",
                            request.typeName(),
                            "RC, UC or UD",
                            "rxe supports send operations only for these types")
                    .supportOnly(
                            "send_ops_flags",
                            request.sendOps(),
                            sendOps(request),
                            "the type does not support the other operations");
        }
    }

    private static Flags<SendOp> sendOps(QpRequest request) {
        if (request.is(QpType.RC)) {
            return RC_OPS;
        }
        return request.is(QpType.UC) ? UC_OPS : UD_OPS;
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/sw/rxe/rxe_qp.c: rxe_qp_chk_init")
                .support(
                        request.isAny(QpType.RC, QpType.UC, QpType.UD),
                        "qp_type",
                        request.typeName(),
                        "RC, UC or UD",
                        "rxe has no other type");
        QpCap cap = request.cap();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/sw/rxe/rxe_qp.c: rxe_qp_chk_cap")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSge);
        if (request.srq().isEmpty()) {
            rules.atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr).atMost("max_recv_sge", cap.maxRecvSge(), maxSge);
        }
        rules.atMost("max_inline_data", cap.maxInlineData(), maxInlineData);
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        boolean srq = request.srq().isPresent();
        long entry = Math.max(INLINE_UNIT * cap.maxSendSge(), cap.maxInlineData());
        QpCap queried = new QpCap(
                Pow2.ring(cap.maxSendWr()),
                srq ? 0 : Pow2.ring(cap.maxRecvWr()),
                entry / INLINE_UNIT,
                srq ? 0 : cap.maxRecvSge(),
                entry);
        QpCap granted = queried.withMaxSendWr(kernel.granted(cap.maxSendWr(), queried.maxSendWr()))
                .withMaxRecvWr(srq ? cap.maxRecvWr() : kernel.granted(cap.maxRecvWr(), queried.maxRecvWr()))
                .withMaxRecvSge(cap.maxRecvSge());
        return new QpGrant(granted, queried, request.extended() ? Optional.of(request.sendOps()) : Optional.empty());
    }

    @Override
    protected void kernel(QpChange change, Checklist checks) {
        drained(change, checks);
        if (checks.kept()) {
            kernel.modifyQp(change, values -> attributes(change, values), checks);
        }
    }

    /**
     * Rejects a change while the send queue is draining, except to ERR (__qp_chk_state of rxe_qp.c, qp_chk_attr of
     * older kernels).
     */
    private static void drained(QpChange change, Checklist checks) {
        boolean leaves = change.attr().attrMask().contains(QpAttr.Mask.STATE) && change.from() == QpState.SQD;
        checks.from("Linux drivers/infiniband/sw/rxe/rxe_qp.c: __qp_chk_state")
                .require(
                        !leaves || change.now().sqDraining() == 0 || change.to() == QpState.ERR,
                        "qp_state",
                        change.to(),
                        QpState.ERR,
                        "the send queue is draining");
    }

    private void attributes(QpChange change, Checklist checks) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/sw/rxe/rxe_qp.c: rxe_qp_chk_attr");
        if (mask.contains(QpAttr.Mask.PATH_MTU)) {
            rules.atMost("path_mtu", attr.pathMtuCode(), limits().report("max_mtu"));
        }
        if (mask.contains(QpAttr.Mask.TIMEOUT)) {
            rules.atMost("timeout", attr.timeout(), MAX_TIMEOUT);
        }
        if (mask.contains(QpAttr.Mask.MAX_QP_RD_ATOMIC)) {
            rules.atMost("max_rd_atomic", attr.maxRdAtomic(), limits().report("max_qp_rd_atom"));
        }
        // The driver does not check max_dest_rd_atomic.
    }

    /**
     * Returns the attributes after a change (rxe_qp_from_attr). A change to RESET resets no attribute. The limits of
     * reads and atomics are rounded up.
     */
    @Override
    protected QpAttr applied(QpChange change) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        QpAttr.Builder next = ModifyQpRules.applied(change)
                .qpStateCode(change.next().value())
                .curQpStateCode(kernel.curQpStateCode(change))
                .cap(change.now().cap());
        if (mask.contains(QpAttr.Mask.AV) && change.qpTypeCode() != QpType.UD.value()) {
            next.ahAttr(resolved(attr.ahAttr()));
        }
        if (mask.contains(QpAttr.Mask.MAX_QP_RD_ATOMIC)) {
            next.maxRdAtomic(roundUp(attr.maxRdAtomic()));
        }
        if (mask.contains(QpAttr.Mask.MAX_DEST_RD_ATOMIC)) {
            next.maxDestRdAtomic(roundUp(attr.maxDestRdAtomic()));
        }
        return next.build();
    }

    /**
     * Returns the resolved address (ib_resolve_eth_dmac of core/verbs.c). For a unicast address, the hop limit is that
     * of the IP route.
     */
    private static AhAttr resolved(AhAttr address) {
        return address.grh()
                .filter(route -> !route.dgid().isMulticast())
                .map(route -> AhAttr.global(
                        new GlobalRoute(
                                route.dgid(), route.flowLabel(), route.sgidIndex(), DEFAULT_TTL, route.trafficClass()),
                        address.portNum()))
                .orElse(address);
    }

    /** Rounds up in the 8 bits of the field: values above 128 become 0. */
    private static int roundUp(int number) {
        return number == 0 ? 0 : (int) Pow2.roundUp(number) & UINT8_MAX;
    }

    /**
     * Returns the attributes that a query reports (rxe_qp_to_attr, rxe_av_to_attr). An address consists of a global
     * route and a port, even before it is set.
     */
    @Override
    protected QpAttr reported(QpQueryRequest request) {
        QpAttr now = request.now();
        return ModifyQpRules.carried(now)
                .ahAttr(kept(now.ahAttr()))
                .altAhAttr(kept(now.altAhAttr()))
                .build();
    }

    private static AhAttr kept(AhAttr address) {
        return AhAttr.global(address.grh().orElse(NO_ROUTE), address.portNum());
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    protected void library(CqRequest request, Checklist checks) {
        checks.from("rdma-core providers/rxe/rxe.c: rxe_create_cq_ex")
                .supportOnly("wc_flags", request.wcFlags(), CqRules.STANDARD_WC_FLAGS, "rxe reports no other field")
                .requireOnly(
                        "comp_mask",
                        request.compMask(),
                        Flags.of(CqInitAttr.Mask.FLAGS, CqInitAttr.Mask.PD),
                        "libibverbs supports no other field, and rxe does not set errno");
    }

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        CqRules.noFlags(request, "rxe", checks.from("Linux drivers/infiniband/sw/rxe/rxe_verbs.c: rxe_create_cq"));
        if (checks.kept()) {
            entries(request.cqe(), checks);
        }
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) Pow2.ring(request.cqe());
    }

    private void entries(int cqe, Checklist checks) {
        CqRules.entries(cqe, maxCqe, checks.from("Linux drivers/infiniband/sw/rxe/rxe_cq.c: rxe_cq_chk_attr"));
    }

    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        return Checklist.of(checks -> entries(cqe, checks)).grant(() -> (int) Pow2.ring(cqe));
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    protected void library(SrqRequest request, Checklist checks) {
        if (SrqRules.goesToPlain(request)) {
            return;
        }
        SrqRules.libibverbs(request, checks);
        checks.from("Linux drivers/infiniband/sw/rxe/rxe_verbs.c: rxe_create_srq")
                .support(
                        request.effectiveType() == SrqType.BASIC.value(),
                        "srq_type",
                        request.typeName(),
                        SrqType.BASIC,
                        "rxe has no other type");
    }

    @Override
    protected void kernel(SrqRequest request, Checklist checks) {
        SrqAttr attr = request.attr();
        checks.from("Linux drivers/infiniband/sw/rxe/rxe_srq.c: rxe_srq_chk_init")
                .require(attr.maxWr() > 0, "max_wr", attr.maxWr(), "at least 1", "the queue requires entries")
                .atMost("max_wr", attr.maxWr(), maxSrqWr)
                .atMost("max_sge", attr.maxSge(), maxSrqSge);
    }

    @Override
    protected SrqGrant grant(SrqRequest request) {
        SrqAttr attr = request.attr();
        SrqAttr queried = new SrqAttr(Pow2.ring(attr.maxWr()), Math.max(1, attr.maxSge()), attr.srqLimit());
        long maxWr = kernel.granted(attr.maxWr(), queried.maxWr());
        return new SrqGrant(new SrqAttr(maxWr, queried.maxSge(), attr.srqLimit()), queried);
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        SrqAttr now = change.now();
        SrqAttr attr = change.attr();
        boolean resized = change.mask().contains(SrqAttr.Mask.MAX_WR);
        boolean limited = change.mask().contains(SrqAttr.Mask.LIMIT);
        return Checklist.of(checks -> {
                    Checklist.Rules rules = checks.from("Linux drivers/infiniband/sw/rxe/rxe_srq.c: rxe_srq_chk_attr");
                    if (resized) {
                        rules.require(
                                        attr.maxWr() > 0,
                                        "max_wr",
                                        attr.maxWr(),
                                        "at least 1",
                                        "the queue requires entries")
                                .require(
                                        attr.maxWr() >= now.srqLimit(),
                                        "max_wr",
                                        attr.maxWr(),
                                        "at least " + now.srqLimit(),
                                        "max_wr cannot be below srq_limit")
                                .atMost("max_wr", attr.maxWr(), maxSrqWr);
                    }
                    if (limited) {
                        rules.atMost("srq_limit", attr.srqLimit(), Math.min(maxSrqWr, now.maxWr()));
                    }
                })
                .grant(() -> new SrqAttr(
                        resized ? Pow2.ring(attr.maxWr()) : now.maxWr(),
                        now.maxSge(),
                        limited ? attr.srqLimit() : now.srqLimit()));
    }

    // ---------------------------------------------------------------- memory regions

    @Override
    public Verdict<MrRequest> regMr(MrRequest request) {
        return Checklist.of(
                        checks -> kernel.regMr(request, limits(), checks),
                        checks -> ObjectRules.mrMemory(request, checks),
                        checks -> checks.from("Linux drivers/infiniband/sw/rxe/rxe_mr.c: rxe_mr_fill_pages_from_sgt")
                                .require(
                                        !request.access().contains(AccessFlag.FLUSH_PERSISTENT),
                                        "access",
                                        request.access(),
                                        "without FLUSH_PERSISTENT",
                                        "ordinary memory is not persistent"))
                .grant(() -> request);
    }
}
