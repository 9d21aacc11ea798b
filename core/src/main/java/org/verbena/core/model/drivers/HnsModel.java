// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;
import static org.verbena.attr.SendOp.ATOMIC_CMP_AND_SWP;
import static org.verbena.attr.SendOp.ATOMIC_FETCH_AND_ADD;
import static org.verbena.attr.SendOp.RDMA_READ;
import static org.verbena.attr.SendOp.RDMA_WRITE;
import static org.verbena.attr.SendOp.RDMA_WRITE_WITH_IMM;
import static org.verbena.attr.SendOp.SEND;
import static org.verbena.attr.SendOp.SEND_WITH_IMM;
import static org.verbena.attr.SendOp.SEND_WITH_INV;

import java.util.List;
import java.util.Set;
import org.verbena.QpInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.GidType;
import org.verbena.attr.MigState;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.ModifyQpRules;
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
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * The model of HiSilicon Kunpeng: rdma-core's providers/hns with Linux's hw/hns. HIP08 is the older engine: it has no
 * datagrams for user space and reserves one gather element of every receive. It does not extend its entries for inline
 * data.
 */
public final class HnsModel extends BaseModel {
    /**
     * MAX_SERVICE_LEVEL and HNS_ROCE_RNR_TIMER_10NS of hns_roce_hw_v2.h, QP_ACK_TIMEOUT_MAX_HIP08 of hns_roce_hw_v2.c.
     */
    private static final int MAX_SERVICE_LEVEL = 7;

    private static final int RNR_TIMER_HIP08 = 1;
    private static final int MAX_TIMEOUT_HIP08 = 20;

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS =
            Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.XRCD, QpInitAttr.Mask.SEND_OPS_FLAGS);
    private static final Flags<SendOp> UD_OPS = Flags.of(SEND, SEND_WITH_IMM);
    private static final Flags<SendOp> CONNECTED_OPS = Flags.of(
            SEND,
            SEND_WITH_INV,
            SEND_WITH_IMM,
            RDMA_WRITE,
            RDMA_WRITE_WITH_IMM,
            RDMA_READ,
            ATOMIC_CMP_AND_SWP,
            ATOMIC_FETCH_AND_ADD);
    private static final Flags<WcFlag> WC_FLAGS = CqRules.STANDARD_WC_FLAGS.with(WcFlag.CVLAN);

    private static final Set<OptionalVerb> VERBS = Set.of(
            OptionalVerb.CREATE_QP_EX,
            OptionalVerb.CREATE_CQ_EX,
            OptionalVerb.CREATE_SRQ,
            OptionalVerb.CREATE_SRQ_EX,
            OptionalVerb.CREATE_AH,
            OptionalVerb.REREG_MR,
            OptionalVerb.OPEN_XRCD,
            OptionalVerb.OPEN_QP);

    private final long generation;
    private final long maxQpWr;
    private final long maxSge;
    private final long minWqes;
    private final long maxCqe;
    private final long minCqes;
    private final long maxSrqWr;
    private final long maxSrqSge;

    private HnsModel(String name, List<String> aliases, Limits limits) {
        super(name, aliases, "0.0.000", limits, VERBS);
        generation = limits.get("hw");
        maxQpWr = limits.get("max_qp_wr");
        maxSge = limits.get("max_sge");
        minWqes = limits.get("min_wqes");
        maxCqe = limits.get("max_cqe");
        minCqes = limits.get("min_cqes");
        maxSrqWr = limits.get("max_srq_wr");
        maxSrqSge = limits.get("max_srq_sge");
    }

    /** Creates a model of the engine of HIP09 and newer chips. */
    public static HnsModel hip09() {
        return new HnsModel("hns", List.of("hns-hip09"), GenerationLimits.HNS_HIP09);
    }

    /** Creates a model of the engine of HIP08. */
    public static HnsModel hip08() {
        return new HnsModel("hns-hip08", List.of(), GenerationLimits.HNS_HIP08);
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new HnsModel(name(), aliases(), limits);
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V1, GidType.ROCE_V2);
    }

    @Override
    public String description() {
        return "HiSilicon Kunpeng, HIP0" + generation + " (libhns and hns_roce)";
    }

    private boolean isHip08() {
        return generation == 8;
    }

    /** Returns the number of gather elements that the hardware reserves in every receive (rsv_sge). */
    private int reservedSge() {
        return isHip08() ? 1 : 0;
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of rdma-core providers/hns/hns_roce_u_hw_v2.c: check_qp_send, check_qp_recv. Everything
     * else follows the InfiniBand architecture.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.USUAL)
                .with(
                        DataPathTrait.REJECTS_UNKNOWN_OPCODE,
                        DataPathTrait.REJECTS_EARLY_SEND,
                        DataPathTrait.REJECTS_RECV_IN_RESET);
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        checks.from("rdma-core providers/hns/hns_roce_u_verbs.c: check_qp_create_mask")
                .supportOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "hns supports no other field")
                .support(
                        request.isAny(RC, UD, XRC_SEND, XRC_RECV),
                        "qp_type",
                        request.typeName(),
                        "RC, UD, XRC_SEND or XRC_RECV",
                        "hns has no other type")
                .require(
                        !request.is(UD) || !isHip08(),
                        "qp_type",
                        request.typeName(),
                        "RC, XRC_SEND or XRC_RECV",
                        "HIP08 has no datagrams for user space")
                .require(
                        request.has(request.is(XRC_RECV) ? QpInitAttr.Mask.XRCD : QpInitAttr.Mask.PD),
                        "comp_mask",
                        request.compMask(),
                        request.is(XRC_RECV) ? "with XRCD" : "with PD",
                        "the queue pair requires its domain");
        capabilities(request, checks);
    }

    /** Checks all capabilities, including those that a shared receive queue replaces. */
    private void capabilities(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        checks.from("rdma-core providers/hns/hns_roce_u_verbs.c: verify_qp_create_cap")
                .require(
                        cap.maxSendWr() != 0 || request.is(XRC_RECV),
                        "max_send_wr",
                        cap.maxSendWr(),
                        "at least 1",
                        "only an XRC target can lack a send queue")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSge)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxSge)
                .require(
                        cap.maxRecvSge() != 0 || !hasReceiveQueue(request),
                        "max_recv_sge",
                        cap.maxRecvSge(),
                        "at least 1",
                        "a receive requires a scatter element");
    }

    private static boolean hasReceiveQueue(QpRequest request) {
        return request.isAny(RC, UD) && request.srq().isEmpty() && request.cap().maxRecvWr() != 0;
    }

    private long entries(long wr) {
        return Pow2.roundUp(Math.max(wr, minWqes));
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        String rule = "the driver rounds queues up to a power of two before it checks the limit";
        if (hasReceiveQueue(request)) {
            checks.from("Linux drivers/infiniband/hw/hns/hns_roce_qp.c: set_rq_size")
                    .require(entries(cap.maxRecvWr()) <= maxQpWr, "max_recv_wr", cap.maxRecvWr(), maxQpWr, rule);
        }
        checks.from("Linux drivers/infiniband/hw/hns/hns_roce_qp.c: set_user_sq_size")
                .require(entries(cap.maxSendWr()) <= maxQpWr, "max_send_wr", cap.maxSendWr(), maxQpWr, rule);
        if (checks.kept()) {
            sendOps(request, checks);
        }
    }

    /** Checks the send operations. The library does so only after the kernel has created the queue pair. */
    private static void sendOps(QpRequest request, Checklist checks) {
        if (request.has(QpInitAttr.Mask.SEND_OPS_FLAGS)) {
            checks.from("rdma-core providers/hns/hns_roce_u_hw_v2.c: fill_send_wr_ops")
                    .support(
                            !request.is(XRC_RECV),
                            "qp_type",
                            request.typeName(),
                            "RC, UD or XRC_SEND",
                            "an XRC_RECV queue pair does not send")
                    .supportOnly(
                            "send_ops_flags",
                            request.sendOps(),
                            request.is(UD) ? UD_OPS : CONNECTED_OPS,
                            "the type does not support the other operations");
        }
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        SendQueue sendQueue = SendQueue.of(request, limits());
        boolean receives = hasReceiveQueue(request);
        QpCap granted = new QpCap(
                entries(cap.maxSendWr()),
                receives ? entries(cap.maxRecvWr()) : 0,
                cap.maxSendSge(),
                receives ? receiveElements(cap.maxRecvSge()) : 0,
                sendQueue.inlineData());
        return new QpGrant(granted, granted.withMaxSendSge(sendQueue.elements()), request.builders());
    }

    private long receiveElements(long sge) {
        return Pow2.roundUp(sge + reservedSge()) - reservedSge();
    }

    @Override
    public QpAttr newQpAttr(QpCap cap) {
        return QpAttr.builder().cap(cap).pathMtuCode(0).build();
    }

    @Override
    protected void kernel(QpChange change, Checklist checks) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        ModifyQpRules.currentState(
                change, checks.from("Linux drivers/infiniband/hw/hns/hns_roce_qp.c: hns_roce_modify_qp"));
        ModifyQpRules.table(change, checks);
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/hns/hns_roce_qp.c: hns_roce_check_qp_attr");
        ModifyQpRules.deviceRanges(change, limits(), rules);
        if (mask.contains(QpAttr.Mask.PATH_MTU)) {
            long activeMtu = limits().report("active_mtu");
            rules.require(
                    Mtu.of(attr.pathMtuCode()) != Mtu.UNKNOWN && attr.pathMtuCode() <= activeMtu,
                    "path_mtu",
                    attr.pathMtuCode(),
                    "1.." + activeMtu,
                    "the MTU must exist and not exceed active_mtu");
        }
        ModifyQpRules.noDrain(change, checks.from("Linux drivers/infiniband/hw/hns/hns_roce_hw_v2.c: check_qp_state"));
        if (mask.contains(QpAttr.Mask.AV)) {
            serviceLevel("ah_attr.sl", attr.ahAttr(), checks);
        }
    }

    private static void serviceLevel(String attribute, AhAttr address, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/hns/hns_roce_hw_v2.c: check_sl_valid")
                .atMost(attribute, address.sl(), MAX_SERVICE_LEVEL);
    }

    /**
     * Returns the attributes after a change (hns_roce_v2_set_opt_fields). HIP08 has one RNR timer. On HIP08, an
     * unsupported timeout changes nothing.
     */
    @Override
    protected QpAttr applied(QpChange change) {
        if (change.to() == QpState.RESET) {
            return super.applied(change);
        }
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        QpAttr.Builder next = ModifyQpRules.applied(change);
        if (isHip08() && mask.contains(QpAttr.Mask.MIN_RNR_TIMER)) {
            next.minRnrTimer(RNR_TIMER_HIP08);
        }
        if (isHip08() && mask.contains(QpAttr.Mask.TIMEOUT) && attr.timeout() > MAX_TIMEOUT_HIP08) {
            next.timeout(change.now().timeout());
        }
        return next.build();
    }

    /**
     * Returns the attributes that hns_roce_v2_query_qp of hns_roce_hw_v2.c reads from the hardware. In RESET it does
     * not read the hardware.
     */
    @Override
    protected QpAttr reported(QpQueryRequest request) {
        QpAttr now = request.now();
        return now.qpState() == QpState.RESET
                ? now
                : ModifyQpRules.asHardwareKeeps(now)
                        .pathMigState(MigState.ARMED)
                        .build();
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    protected void library(CqRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from("rdma-core providers/hns/hns_roce_u_verbs.c: verify_cq_create_attr");
        CqRules.entries(request.cqe(), maxCqe, rules);
        CqRules.fields(request, rules);
        rules.supportOnly("wc_flags", request.wcFlags(), WC_FLAGS, "hns reports no other field");
        CqRules.noParentDomain(request, rules);
    }

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        CqRules.noFlags(
                request, "hns", checks.from("Linux drivers/infiniband/hw/hns/hns_roce_cq.c: hns_roce_create_cq"));
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) Math.max(minCqes, Pow2.roundUp(request.cqe())) - 1;
    }

    /**
     * Grants the moderation. A period that HIP08 cannot count is reduced to the maximum (hns_roce_v2_modify_cq of
     * hns_roce_hw_v2.c).
     */
    @Override
    public Verdict<CqModeration> moderateCq(CqModeration moderation) {
        int most = limits().reportInt("cq_mod_caps.max_cq_period");
        return new Verdict.Granted<>(new CqModeration(moderation.cqCount(), Math.min(moderation.cqPeriod(), most)));
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    protected void library(SrqRequest request, Checklist checks) {
        int type = request.effectiveType();
        SrqAttr attr = request.attr();
        checks.from("rdma-core providers/hns/hns_roce_u_verbs.c: verify_srq_create_attr")
                .require(
                        type == SrqType.BASIC.value() || type == SrqType.XRC.value(),
                        "srq_type",
                        request.typeName(),
                        "BASIC or XRC",
                        "hns has no other type")
                .require(
                        attr.maxSge() != 0,
                        "max_sge",
                        attr.maxSge(),
                        "at least 1",
                        "a receive requires a scatter element")
                .atMost("max_wr", attr.maxWr(), maxSrqWr)
                .atMost("max_sge", attr.maxSge(), maxSrqSge);
        if (checks.kept()) {
            SrqRules.libibverbs(request, checks);
        }
    }

    @Override
    protected SrqGrant grant(SrqRequest request) {
        SrqAttr attr = request.attr();
        SrqAttr queried = new SrqAttr(Pow2.roundUp(Math.max(1, attr.maxWr())), receiveElements(attr.maxSge()), 0);
        return new SrqGrant(new SrqAttr(queried.maxWr(), Math.min(queried.maxSge(), maxSrqSge), 0), queried);
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        return SrqRules.limitAlone(
                change, Errno.EOPNOTSUPP, "Linux drivers/infiniband/hw/hns/hns_roce_hw_v2.c: hns_roce_v2_modify_srq");
    }

    @Override
    public Verdict<SrqType> getSrqNum(SrqType type) {
        return new Verdict.Granted<>(type);
    }

    // ---------------------------------------------------------------- everything else

    /** Checks a request. On HIP08 the model reports EINVAL, because the library returns NULL without setting errno. */
    @Override
    protected void library(AhAttr request, Checklist checks) {
        checks.from("rdma-core providers/hns/hns_roce_u_verbs.c: hns_roce_u_create_ah")
                .require(!isHip08(), "ibv_create_ah", "called", "not offered", "HIP08 has no datagrams for user space");
    }

    @Override
    protected void kernel(AhAttr request, Checklist checks) {
        serviceLevel("attr.sl", request, checks);
    }

    /** Checks a request. The model reports EINVAL where the library returns NULL without setting errno. */
    @Override
    protected void library(MrRequest request, Checklist checks) {
        checks.from("rdma-core providers/hns/hns_roce_u_verbs.c: hns_roce_u_reg_mr")
                .require(request.address() != 0, "addr", "NULL", "not NULL", "a memory region requires an address")
                .require(request.length() != 0, "length", 0, "at least 1", "a memory region has at least one byte");
    }

    /**
     * An entry of the send queue of an hns queue pair: set_ext_sge_param of providers/hns/hns_roce_u_verbs.c, and
     * set_ext_sge_param and update_inline_data of Linux hw/hns/hns_roce_qp.c. The entry itself holds two gather
     * elements, or none for datagrams. The others are in extended space, in a power of two of elements. From HIP09 on,
     * inline data uses the extended space as well; then all space for elements is granted as inline data.
     *
     * @param elements the number of gather elements that {@code ibv_query_qp(3)} reports
     * @param inlineData the number of bytes of inline data granted
     */
    private record SendQueue(long elements, long inlineData) {
        private static final int ELEMENT = 16;
        private static final int OWN_ELEMENTS = 2;

        static SendQueue of(QpRequest request, Limits limits) {
            long sge = request.cap().maxSendSge();
            long inlineData = clamped(request.cap().maxInlineData(), limits.get("max_inline_data"));
            if (limits.get("ext_sge_mode") == 0) {
                return new SendQueue(Math.min(Math.max(1, sge), limits.get("max_sge")), inlineData);
            }
            boolean datagrams = request.is(UD);
            long own = datagrams ? 0 : OWN_ELEMENTS;
            long gathered = Math.max(sge - own, datagrams ? 1 : 0);
            long inlined = inlineData / ELEMENT <= own ? 0 : inlineData / ELEMENT;
            long extended = roundUp(Math.max(gathered, inlined));
            return new SendQueue(
                    Math.min(own + extended, limits.get("max_sge")),
                    Math.max(inlineData, ELEMENT * Math.max(own, extended)));
        }

        /**
         * Returns the inline data, cut to the maximum; the driver does not reject larger values (get_max_inline_data).
         */
        private static long clamped(long asked, long most) {
            return Math.min(roundUp(asked), most);
        }

        private static long roundUp(long number) {
            return number == 0 ? 0 : Pow2.roundUp(number);
        }
    }
}
