// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.QpInitAttr.Mask.CREATE_FLAGS;
import static org.verbena.QpInitAttr.Mask.MAX_TSO_HEADER;
import static org.verbena.QpInitAttr.Mask.PD;
import static org.verbena.QpInitAttr.Mask.XRCD;
import static org.verbena.attr.QpType.DRIVER;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;

import java.util.Set;
import java.util.stream.IntStream;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.ModifyQpRules;
import org.verbena.core.model.rules.ObjectRules;
import org.verbena.core.model.rules.Pow2;
import org.verbena.core.model.rules.SrqRules;
import org.verbena.error.Errno;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/**
 * The model of ConnectX-3 and older adapters: rdma-core's providers/mlx4 with Linux's hw/mlx4. The library computes the
 * queue sizes and grants the space that rounding adds. The kernel checks the result.
 */
public final class Mlx4Model extends MlxModel {
    /** rdma-core providers/mlx4/qp.c: mlx4_post_send, mlx4_post_recv; srq.c: mlx4_post_srq_recv, which returns -1. */
    private static final PostErrors POST_ERRORS = PostErrors.of(Errno.ENOMEM, Errno.ENOMEM, Errno.ENOMEM)
            .onSrq(Errno.ENOMEM, -1, -1)
            .early(Errno.EINVAL, Errno.ENOMEM);

    private static final int MAX_INLINE = 1024;
    private static final int MAX_RING = (1 << 22) - 1;
    private static final int MAX_SRQ_WR = 1 << 16;
    private static final int MAX_SRQ_SGE = 64;

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS = Flags.of(PD, XRCD, CREATE_FLAGS, MAX_TSO_HEADER);
    private static final Flags<QpCreateFlag> CREATE_QP_FLAGS = Flags.of(QpCreateFlag.BLOCK_SELF_MCAST_LB);
    private static final Flags<FlowFlag> FLOW_FLAGS = Flags.of(FlowFlag.DONT_TRAP);
    private static final Set<FlowSpecType> ACTIONS = Set.of(FlowSpecType.ACTION_TAG, FlowSpecType.ACTION_DROP);
    private static final int MAC_LENGTH = 6;
    private static final Flags<CqCreateFlag> CQ_FLAGS = Flags.of(CqCreateFlag.SINGLE_THREADED);
    private static final Flags<WcFlag> WC_FLAGS = Flags.of(
            WcFlag.BYTE_LEN,
            WcFlag.IMM,
            WcFlag.QP_NUM,
            WcFlag.SRC_QP,
            WcFlag.SLID,
            WcFlag.SL,
            WcFlag.DLID_PATH_BITS,
            WcFlag.COMPLETION_TIMESTAMP);

    private final Mlx4SendQueue sendQueue;
    private final Mlx4WorkQueues workQueues;
    private final long maxQpWr;
    private final long maxSge;
    private final long maxCqe;
    private final long maxSrqWr;
    private final long maxSrqSge;

    public Mlx4Model() {
        this(DeviceLimits.MLX4);
    }

    private Mlx4Model(Limits limits) {
        super("mlx4", "2.42.5000", limits);
        sendQueue = new Mlx4SendQueue(limits);
        maxQpWr = limits.get("max_qp_wr");
        maxSge = limits.get("max_sge");
        maxCqe = limits.get("max_cqe");
        maxSrqWr = limits.get("max_srq_wr");
        maxSrqSge = limits.get("max_srq_sge");
        workQueues = new Mlx4WorkQueues(limits);
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new Mlx4Model(limits);
    }

    /**
     * Derives the limit of the firmware: the reported max_qp_wr excludes the spare entries (mlx4_ib_query_device of
     * hw/mlx4/main.c).
     */
    @Override
    public Limits derived(Limits reported) {
        return reported.with("fw_max_wqes", reported.get("max_qp_wr") + Mlx4SendQueue.MAX_SPARE);
    }

    @Override
    public String description() {
        return "Mellanox ConnectX-3 and older (libmlx4 and mlx4_ib)";
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of libmlx4, and what google/rdma-unit-test records of the adapter. Everything else follows the
     * InfiniBand architecture.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(POST_ERRORS)
                .with(
                        DataPathTrait.REJECTS_UNKNOWN_OPCODE,
                        DataPathTrait.SENT_IMMEDIATE_IS_FLAGGED,
                        DataPathTrait.AH_DOMAIN_COUNTS,
                        DataPathTrait.ATOMICS_REPORT_EIGHT_BYTES,
                        DataPathTrait.STEERS_FRAMES,
                        DataPathTrait.DROPS_UNFIT_DATAGRAMS,
                        DataPathTrait.SILENT_BAD_INVALIDATIONS,
                        DataPathTrait.CHECKS_ALIGNMENT_FIRST,
                        DataPathTrait.REFUSED_WRITE_TAKES_RECV,
                        DataPathTrait.READS_WITHOUT_DEPTH,
                        DataPathTrait.EMPTY_READS_FAIL,
                        DataPathTrait.LOCAL_ADDRESS_HANDLES);
    }

    /** Checks the rules of the library. The limits of the receive queue apply even if an SRQ replaces it. */
    @Override
    protected void library(QpRequest request, Checklist checks) {
        if (Mlx4Rss.asked(request)) {
            Mlx4Rss.library(request, checks);
            return;
        }
        QpCap cap = request.cap();
        checks.from("rdma-core providers/mlx4/verbs.c: create_qp_ex")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSge)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxSge)
                .atMost("max_inline_data", cap.maxInlineData(), MAX_INLINE)
                .supportOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "mlx4 supports no other field");
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        if (Mlx4Rss.asked(request)) {
            Mlx4Rss.kernel(request, checks);
            return;
        }
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: _mlx4_ib_create_qp")
                .supportOnly("create_flags", request.effectiveCreateFlags(), CREATE_QP_FLAGS, "mlx4 has no other flag")
                .support(
                        !request.is(DRIVER),
                        "qp_type",
                        request.typeName(),
                        "RC, UC, UD, RAW_PACKET, XRC_SEND or XRC_RECV",
                        "mlx4 has no driver-specific types");
        if (hasReceiveQueue(request)) {
            receiveQueue(limits(), request.cap().maxRecvWr(), request.cap().maxRecvSge(), "max_recv_", checks);
        }
        sendQueue.check(request, checks);
    }

    static void receiveQueue(Limits limits, long wr, long sge, String prefix, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: set_rq_size")
                .atMost(prefix + "wr", wr, limits.get("fw_max_wqes") - Mlx4SendQueue.MAX_SPARE)
                .atMost(prefix + "sge", sge, Math.min(limits.get("fw_max_sq_sg"), limits.get("fw_max_rq_sg")));
    }

    private static boolean hasReceiveQueue(QpRequest request) {
        return request.srq().isEmpty() && !request.isAny(XRC_SEND, XRC_RECV);
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        if (Mlx4Rss.asked(request)) {
            return new QpGrant(cap, cap);
        }
        boolean receives = hasReceiveQueue(request);
        QpCap granted = sendQueue
                .grant(request)
                .withMaxRecvWr(receives ? Pow2.roundUp(cap.maxRecvWr()) : 0)
                .withMaxRecvSge(receives ? Pow2.roundUp(cap.maxRecvSge()) : 0);
        // The library of an XRC target does not know the size of the queue that the kernel created.
        return new QpGrant(granted, request.is(XRC_RECV) ? QpCap.ZERO : granted);
    }

    /** Checks the rules of the library. It looks up the port before it checks the rest of the mask. */
    @Override
    protected void library(QpChange asked, Checklist checks) {
        if (asked.rss()) {
            Mlx4Rss.libraryModify(asked.attr(), checks);
        } else if (asked.attr().attrMask().contains(QpAttr.Mask.PORT)) {
            ObjectRules.port(
                    checks.from("rdma-core providers/mlx4/verbs.c: mlx4_modify_qp"),
                    "port_num",
                    asked.attr().portNum(),
                    limits());
        }
    }

    @Override
    protected void kernel(QpChange change, Checklist checks) {
        ModifyQpRules.table(change, checks);
        if (checks.kept() && change.rss()) {
            Mlx4Rss.kernelModify(change, checks);
        } else if (checks.kept()) {
            values(change, checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: _mlx4_ib_modify_qp"));
        }
    }

    private void values(QpChange change, Checklist.Rules rules) {
        ModifyQpRules.deviceRanges(change, limits(), rules);
        QpAttr attr = change.attr();
        if (attr.attrMask().contains(QpAttr.Mask.PATH_MTU)) {
            rules.require(
                    Mtu.of(attr.pathMtuCode()) != Mtu.UNKNOWN,
                    "path_mtu",
                    attr.pathMtuCode(),
                    "1..5",
                    "the MTU must be one of enum ibv_mtu");
        }
        // The kernel driver does not verify the current state; the firmware does.
        ModifyQpRules.currentState(change, rules);
    }

    @Override
    protected void library(QpQueryRequest request, Checklist checks) {
        Mlx4Rss.noState(request.rss(), checks);
    }

    /**
     * Returns the attributes that mlx4_ib_query_qp derives from the hardware state. In RESET it does not query the
     * hardware.
     */
    @Override
    protected QpAttr reported(QpQueryRequest request) {
        QpAttr now = request.now();
        return now.qpState() == QpState.RESET
                ? now
                : ModifyQpRules.asHardwareKeeps(now).build();
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        int cqe = request.cqe();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/mlx4/cq.c: mlx4_ib_create_cq");
        CqRules.atLeastOne(cqe, rules);
        rules.require(Pow2.ring(cqe) <= maxCqe, "cqe", cqe, maxCqe, "the device supports no larger ring");
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) Pow2.ring(request.cqe());
    }

    @Override
    protected void library(CqRequest request, Checklist checks) {
        Flags<WcFlag> fields = request.wcFlags();
        Checklist.Rules rules = checks.from("rdma-core providers/mlx4/verbs.c: create_cq");
        ring(request.cqe(), rules);
        rules.requireOnly(
                        "comp_mask",
                        request.compMask(),
                        Flags.of(CqInitAttr.Mask.FLAGS),
                        "mlx4 supports no other field")
                .supportOnly("flags", request.effectiveFlags(), CQ_FLAGS, "mlx4 supports no other flag")
                .supportOnly("wc_flags", fields, WC_FLAGS, "mlx4 reports no other field")
                .support(
                        !fields.contains(WcFlag.COMPLETION_TIMESTAMP)
                                || !(fields.contains(WcFlag.SLID) || fields.contains(WcFlag.SL)),
                        "wc_flags",
                        fields,
                        "without COMPLETION_TIMESTAMP, or without SLID and SL",
                        "the timestamp replaces these fields in the completion");
    }

    private static void ring(int cqe, Checklist.Rules rules) {
        rules.require(cqe >= 0 && cqe <= MAX_RING, "cqe", cqe, "0.." + MAX_RING, "the ring size has 22 bits");
    }

    /**
     * Checks a resize. A request that rounds to the present ring size changes nothing. The recorded driver grants no
     * other size.
     */
    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        String library = "rdma-core providers/mlx4/verbs.c: mlx4_resize_cq";
        return Checklist.of(
                        checks -> ring(cqe, checks.from(library)),
                        checks -> checks.from(library)
                                .require(
                                        Pow2.ring(cqe) >= now,
                                        "cqe",
                                        cqe,
                                        "a ring of " + now,
                                        "the ring cannot shrink, because any entry may hold a completion")
                                .support(
                                        Pow2.ring(cqe) == now,
                                        "cqe",
                                        cqe,
                                        "a ring of " + now,
                                        "the ring cannot be replaced"))
                .grant(() -> now);
    }

    @Override
    public Verdict<CqModeration> moderateCq(CqModeration moderation) {
        return new Verdict.Granted<>(moderation);
    }

    // ---------------------------------------------------------------- shared receive queues

    /**
     * Checks the rules of the library. For a basic queue, it ignores all other fields of comp_mask. The model reports
     * EINVAL where the library returns NULL without setting errno.
     */
    @Override
    protected void library(SrqRequest request, Checklist checks) {
        int type = request.effectiveType();
        checks.from("rdma-core providers/mlx4/verbs.c: mlx4_create_srq_ex")
                .require(
                        type == SrqType.BASIC.value() || type == SrqType.XRC.value(),
                        "srq_type",
                        request.typeName(),
                        "BASIC or XRC",
                        "mlx4 has no other type");
        if (type == SrqType.XRC.value()) {
            SrqRules.libibverbs(request, checks);
        } else {
            checks.from("rdma-core providers/mlx4/verbs.c: mlx4_create_srq")
                    .require(
                            request.compMask().contains(SrqInitAttr.Mask.PD),
                            "comp_mask",
                            request.compMask(),
                            "with PD",
                            "the library dereferences the pointer");
        }
        checks.from("rdma-core providers/mlx4/verbs.c: mlx4_create_srq")
                .atMost("max_wr", request.attr().maxWr(), MAX_SRQ_WR)
                .atMost("max_sge", request.attr().maxSge(), MAX_SRQ_SGE);
    }

    @Override
    protected void kernel(SrqRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx4/srq.c: mlx4_ib_create_srq")
                .atMost("max_wr", request.attr().maxWr(), maxSrqWr)
                .atMost("max_sge", request.attr().maxSge(), maxSrqSge);
    }

    @Override
    protected SrqGrant grant(SrqRequest request) {
        SrqAttr attr = request.attr();
        SrqAttr granted = new SrqAttr(Pow2.ring(attr.maxWr()), attr.maxSge(), attr.srqLimit());
        return new SrqGrant(granted, granted);
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        return SrqRules.limitAlone(change, Errno.EINVAL, "Linux drivers/infiniband/hw/mlx4/srq.c: mlx4_ib_modify_srq");
    }

    @Override
    public Verdict<SrqType> getSrqNum(SrqType type) {
        return Checklist.of(checks -> checks.from("rdma-core providers/mlx4/verbs.c: mlx4_get_srq_num")
                        .support(
                                type == SrqType.XRC,
                                "srq_type",
                                type,
                                SrqType.XRC,
                                "only XRC shared receive queues have a number"))
                .grant(() -> type);
    }

    // ---------------------------------------------------------------- work queues

    @Override
    public Verdict<WqCap> createWq(WqRequest request) {
        return workQueues.create(request);
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
        return workQueues.modify(change);
    }

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        return workQueues.createTable(request);
    }

    @Override
    protected void kernel(FlowRequest request, Checklist checks) {
        FlowAttr attr = request.attr();
        boolean passesOn = attr.flags().contains(FlowFlag.DONT_TRAP);
        boolean sniffs = attr.type() == FlowAttrType.NORMAL
                && attr.priority() == 0
                && attr.specs().size() <= 1;
        checks.from("Linux drivers/infiniband/hw/mlx4/main.c: mlx4_ib_create_flow, mlx4_ib_add_dont_trap_rule")
                .supportOnly("flags", attr.flags(), FLOW_FLAGS, "mlx4 has no other flag")
                .support(
                        !passesOn || sniffs,
                        "flags",
                        attr.flags(),
                        "DONT_TRAP only for NORMAL with priority 0 and one spec",
                        "the adapter copies frames only by their group bit")
                .require(
                        !passesOn || attr.specs().stream().allMatch(Mlx4Model::isGroupBit),
                        "specs",
                        attr.specs(),
                        "ETH with a mask of zeroes or of the group bit for DONT_TRAP",
                        "the adapter copies frames only by their group bit")
                .require(
                        attr.specs().stream().noneMatch(spec -> ACTIONS.contains(spec.type())),
                        "specs",
                        attr.specs(),
                        "without actions",
                        "mlx4 supports no action");
    }

    private static boolean isGroupBit(FlowSpec spec) {
        byte[] mask = spec.mask();
        if (spec.type() != FlowSpecType.ETH || mask[0] >>> 1 != 0) {
            return false;
        }
        return IntStream.range(1, MAC_LENGTH).allMatch(i -> mask[i] == 0);
    }
}
