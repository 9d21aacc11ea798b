package org.verbena.model.drivers;

import static org.verbena.QpInitAttr.Mask.CREATE_FLAGS;
import static org.verbena.QpInitAttr.Mask.MAX_TSO_HEADER;
import static org.verbena.QpInitAttr.Mask.PD;
import static org.verbena.QpInitAttr.Mask.XRCD;
import static org.verbena.attr.QpType.DRIVER;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;

import java.util.List;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.GidType;
import org.verbena.attr.Mtu;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.error.Errno;
import org.verbena.model.rules.BaseModel;
import org.verbena.model.rules.Checklist;
import org.verbena.model.rules.CqRules;
import org.verbena.model.rules.CreateQpRules;
import org.verbena.model.rules.ModifyQpRules;
import org.verbena.model.rules.ObjectRules;
import org.verbena.model.rules.Pow2;
import org.verbena.model.rules.SrqRules;
import org.verbena.model.rules.WqRules;
import org.verbena.model.rules.WqStateTable;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpOpenRequest;
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
public final class Mlx4Model extends BaseModel {
    private static final int MAX_QP = 393112;

    /** IBV_RAW_PACKET_CAP_SCATTER_FCS. */
    private static final long SCATTER_FCS_CAP = 1 << 1;

    /** A ConnectX-3 with one RoCE port. The firmware of other cards reports other values. */
    private static final Limits CONNECTX_3 = Limits.define()
            .set("page_size_cap", 0xFFFF_FFFF_FFFF_F000L)
            .set("vendor_id", 0x2C9)
            .set("vendor_part_id", 4099)
            .set("max_qp", MAX_QP)
            .set("max_qp_wr", (1 << 14) - Mlx4SendQueue.MAX_SPARE)
            .set("device_cap_flags", 0x0536_1C76)
            .set("max_sge", 32)
            .set("max_sge_rd", 30)
            .set("max_cq", 65408)
            .set("max_cqe", (1 << 22) - 1)
            .set("max_mr", 524032)
            .set("max_pd", 32764)
            .set("max_qp_rd_atom", 16)
            .set("max_res_rd_atom", 16 * MAX_QP)
            .set("max_qp_init_rd_atom", 128)
            .set("atomic_cap", 1)
            .set("max_mcast_grp", 1 << 17)
            .set("max_mcast_qp_attach", 244)
            .set("max_total_mcast_qp_attach", 244 << 17)
            .set("max_ah", Integer.MAX_VALUE)
            .set("max_srq", 65472)
            .set("max_srq_wr", (1 << 14) - 1)
            .set("max_srq_sge", 31)
            .set("max_pkeys", 128)
            .set("local_ca_ack_delay", 15)
            .set("phys_port_cnt", 1)
            .set("num_comp_vectors", 8)
            .set("completion_timestamp_mask", (1L << 48) - 1)
            .set("hca_core_clock", 427_000)
            .set("tso_caps.max_tso", 1 << 18)
            .set("tso_caps.supported_qpts", 1 << RAW_PACKET.value())
            .set("rss_caps.supported_qpts", 1 << RAW_PACKET.value())
            .set("rss_caps.max_rwq_indirection_tables", MAX_QP)
            .set("rss_caps.max_rwq_indirection_table_size", 1 << 7)
            .set("rss_caps.rx_hash_fields_mask", 0xFF)
            .set("rss_caps.rx_hash_function", 1)
            .set("max_wq_type_rq", MAX_QP)
            .set("raw_packet_caps", SCATTER_FCS_CAP)
            .set("cq_mod_caps.max_cq_count", 0xFFFF)
            .set("cq_mod_caps.max_cq_period", 0xFFFF)
            .set("max_mtu", 5)
            .set("active_mtu", 3)
            .set("gid_tbl_len", 255)
            .set("port_cap_flags", 0x0401_0000)
            .set("max_msg_sz", 1 << 30)
            .set("pkey_tbl_len", 1)
            .set("active_width", 2)
            .set("active_speed", 8)
            .set("link_layer", 2)
            .set("flags", 1)
            // The kernel reads these values from the firmware: struct mlx4_caps.
            .set("fw_max_wqes", 1 << 14)
            .set("fw_max_sq_desc_sz", 1008)
            .set("fw_max_sq_sg", 62)
            .set("fw_max_rq_sg", 32)
            .build();

    private static final int MAX_INLINE = 1024;
    private static final int MAX_RING = (1 << 22) - 1;
    private static final int MAX_SRQ_WR = 1 << 16;
    private static final int MAX_SRQ_SGE = 64;

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS = Flags.of(PD, XRCD, CREATE_FLAGS, MAX_TSO_HEADER);
    private static final Flags<QpCreateFlag> CREATE_QP_FLAGS = Flags.of(QpCreateFlag.BLOCK_SELF_MCAST_LB);
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
    private final long maxQpWr;
    private final long maxSge;
    private final long maxCqe;
    private final long maxSrqWr;
    private final long maxSrqSge;
    private final long maxRqWr;
    private final long maxRqSge;

    public Mlx4Model() {
        this(CONNECTX_3);
    }

    private Mlx4Model(Limits limits) {
        super("mlx4", List.of(), "2.42.5000", limits);
        sendQueue = new Mlx4SendQueue(limits);
        maxQpWr = limits.get("max_qp_wr");
        maxSge = limits.get("max_sge");
        maxCqe = limits.get("max_cqe");
        maxSrqWr = limits.get("max_srq_wr");
        maxSrqSge = limits.get("max_srq_sge");
        maxRqWr = limits.get("fw_max_wqes") - Mlx4SendQueue.MAX_SPARE;
        maxRqSge = Math.min(limits.get("fw_max_sq_sg"), limits.get("fw_max_rq_sg"));
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
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V1, GidType.ROCE_V2);
    }

    @Override
    public String description() {
        return "Mellanox ConnectX-3 and older (libmlx4 and mlx4_ib)";
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.MLX4)
                .with(
                        DataPathTrait.REFUSES_UNKNOWN_OPCODE,
                        DataPathTrait.SENT_IMMEDIATE_IS_FLAGGED,
                        DataPathTrait.AH_DOMAIN_COUNTS,
                        DataPathTrait.ATOMICS_REPORT_EIGHT_BYTES,
                        DataPathTrait.STEERS_FRAMES);
    }

    @Override
    public Verdict<MwType> allocMw(MwType type) {
        return new Verdict.Granted<>(type);
    }

    @Override
    public Verdict<MrRequest> reregMr(MrRequest request) {
        return regMr(request);
    }

    @Override
    public Verdict<QpGrant> createQp(QpRequest asked) {
        QpRequest request = asked.dispatched();
        return Checklist.of(
                        checks -> library(request, checks),
                        checks -> CreateQpRules.libibverbs(request, checks),
                        checks -> CreateQpRules.uverbs(request, checks),
                        checks -> kernel(request, checks))
                .grant(() -> grant(request));
    }

    /** Checks the rules of the library. The limits of the receive queue apply even if an SRQ replaces it. */
    private void library(QpRequest request, Checklist checks) {
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
                .supportOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "mlx4 knows no other field");
    }

    private void kernel(QpRequest request, Checklist checks) {
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
                        "mlx4 has no types of its own");
        if (hasReceiveQueue(request)) {
            receiveQueue(request.cap().maxRecvWr(), request.cap().maxRecvSge(), "max_recv_", checks);
        }
        sendQueue.check(request, checks);
    }

    private void receiveQueue(long wr, long sge, String prefix, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: set_rq_size")
                .atMost(prefix + "wr", wr, maxRqWr)
                .atMost(prefix + "sge", sge, maxRqSge);
    }

    private static boolean hasReceiveQueue(QpRequest request) {
        return request.srq().isEmpty() && !request.isAny(XRC_SEND, XRC_RECV);
    }

    private QpGrant grant(QpRequest request) {
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

    @Override
    public Verdict<QpAttr> modifyQp(QpChange asked) {
        QpChange change = ModifyQpRules.dispatched(asked);
        return Checklist.of(
                        checks -> libraryModify(asked, checks),
                        checks -> ModifyQpRules.standardOnly(change, checks),
                        checks -> ModifyQpRules.core(change, limits(), checks),
                        checks -> ModifyQpRules.table(change, checks),
                        checks -> values(change, checks))
                .grant(() -> ModifyQpRules.appliedForgetting(
                        change, newQpAttr(change.now().cap())));
    }

    /** Checks the rules of the library. It looks up the port before it checks the rest of the mask. */
    private void libraryModify(QpChange asked, Checklist checks) {
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

    private void values(QpChange change, Checklist checks) {
        if (change.rss()) {
            Mlx4Rss.kernelModify(change, checks);
            return;
        }
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = ModifyQpRules.effectiveMask(change);
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: _mlx4_ib_modify_qp");
        if (mask.contains(QpAttr.Mask.PKEY_INDEX)) {
            rules.atMost("pkey_index", attr.pkeyIndex(), limits().report("pkey_tbl_len") - 1);
        }
        if (mask.contains(QpAttr.Mask.MAX_QP_RD_ATOMIC)) {
            rules.atMost("max_rd_atomic", attr.maxRdAtomic(), limits().report("max_qp_init_rd_atom"));
        }
        if (mask.contains(QpAttr.Mask.MAX_DEST_RD_ATOMIC)) {
            rules.atMost("max_dest_rd_atomic", attr.maxDestRdAtomic(), limits().report("max_qp_rd_atom"));
        }
        if (mask.contains(QpAttr.Mask.PATH_MTU)) {
            rules.require(
                    Mtu.of(attr.pathMtuCode()) != Mtu.UNKNOWN,
                    "path_mtu",
                    attr.pathMtuCode(),
                    "1..5",
                    "there is no such MTU");
        }
        // The kernel driver does not verify the current state; the firmware does.
        rules.require(
                change.from() == change.now().qpState(),
                "cur_qp_state",
                change.from(),
                change.now().qpState(),
                "the queue pair is in another state");
    }

    @Override
    public QpAttr newQpAttr(QpCap cap) {
        return QpAttr.builder().cap(cap).pathMtuCode(0).build();
    }

    @Override
    public Verdict<QpAttr> queryQp(QpQueryRequest request) {
        return Checklist.of(
                        checks -> Mlx4Rss.noState(request.rss(), checks),
                        checks -> ModifyQpRules.query(request, checks))
                .grant(() -> reported(request.now()));
    }

    /**
     * Returns the attributes that mlx4_ib_query_qp derives from the hardware state. In RESET it does not query the
     * hardware.
     */
    private static QpAttr reported(QpAttr now) {
        return now.qpState() == QpState.RESET
                ? now
                : ModifyQpRules.asHardwareKeeps(now).build();
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    public Verdict<Integer> createCq(CqRequest request) {
        return Checklist.of(
                        checks -> libraryCq(request, checks),
                        checks ->
                                ObjectRules.compVector(request.compVector(), limits().get("num_comp_vectors"), checks),
                        checks -> kernelCq(request.cqe(), checks))
                .grant(() -> (int) Pow2.ring(request.cqe()));
    }

    private void kernelCq(int cqe, Checklist checks) {
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/mlx4/cq.c: mlx4_ib_create_cq");
        CqRules.atLeastOne(cqe, rules);
        rules.require(Pow2.ring(cqe) <= maxCqe, "cqe", cqe, maxCqe, "the device does not take a larger ring");
    }

    private static void libraryCq(CqRequest request, Checklist checks) {
        Flags<WcFlag> fields = request.wcFlags();
        Checklist.Rules rules = checks.from("rdma-core providers/mlx4/verbs.c: create_cq");
        ring(request.cqe(), rules);
        rules.requireOnly("comp_mask", request.compMask(), Flags.of(CqInitAttr.Mask.FLAGS), "mlx4 knows no other field")
                .supportOnly("flags", request.effectiveFlags(), CQ_FLAGS, "mlx4 knows no other flag")
                .supportOnly("wc_flags", fields, WC_FLAGS, "mlx4 reports no other field")
                .support(
                        !fields.contains(WcFlag.COMPLETION_TIMESTAMP)
                                || !(fields.contains(WcFlag.SLID) || fields.contains(WcFlag.SL)),
                        "wc_flags",
                        fields,
                        "without COMPLETION_TIMESTAMP, or without SLID and SL",
                        "the timestamp stands where these fields would");
    }

    private static void ring(int cqe, Checklist.Rules rules) {
        rules.require(cqe >= 0 && cqe <= MAX_RING, "cqe", cqe, "0.." + MAX_RING, "the ring is counted in 22 bits");
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
                                        "any entry of the present ring may hold a completion")
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

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
        SrqAttr attr = request.attr();
        return Checklist.of(
                        checks -> librarySrq(request, checks),
                        checks -> checks.from("Linux drivers/infiniband/hw/mlx4/srq.c: mlx4_ib_create_srq")
                                .atMost("max_wr", attr.maxWr(), maxSrqWr)
                                .atMost("max_sge", attr.maxSge(), maxSrqSge))
                .grant(() -> {
                    SrqAttr granted = new SrqAttr(Pow2.ring(attr.maxWr()), attr.maxSge(), attr.srqLimit());
                    return new SrqGrant(granted, granted);
                });
    }

    /**
     * Checks the rules of the library. For a basic queue, it ignores all other fields of comp_mask. The model reports
     * EINVAL where the library returns NULL without setting errno.
     */
    private static void librarySrq(SrqRequest request, Checklist checks) {
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
                            "the library follows the pointer");
        }
        checks.from("rdma-core providers/mlx4/verbs.c: mlx4_create_srq")
                .atMost("max_wr", request.attr().maxWr(), MAX_SRQ_WR)
                .atMost("max_sge", request.attr().maxSge(), MAX_SRQ_SGE);
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
                                "others are not addressed by number"))
                .grant(() -> type);
    }

    // ---------------------------------------------------------------- work queues

    @Override
    public Verdict<WqCap> createWq(WqRequest request) {
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
                        "there are only receive work queues")
                .atMost("max_wr", request.maxWr(), maxQpWr)
                .atMost("max_sge", request.maxSge(), maxSge)
                .supportOnly(
                        "comp_mask", request.compMask(), Flags.of(WqInitAttr.Mask.FLAGS), "mlx4 knows no other field")
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
                                || (limits().report("raw_packet_caps") & SCATTER_FCS_CAP) != 0,
                        "create_flags",
                        request.effectiveFlags(),
                        "without SCATTER_FCS",
                        "the device does not keep the checksum of a frame");
        receiveQueue(request.maxWr(), request.maxSge(), "max_", checks);
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
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
                                        "flags are chosen at creation")
                                .require(
                                        WqStateTable.next(from).contains(to),
                                        "wq_state",
                                        to,
                                        WqStateTable.next(from),
                                        () -> "there is no such change from " + from))
                .grant(() -> to);
    }

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        String kernel = "Linux drivers/infiniband/hw/mlx4/qp.c: mlx4_ib_create_rwq_ind_table";
        return Checklist.of(
                        checks -> WqRules.indTable(request, checks),
                        checks -> WqRules.indTableSize(request, limits(), checks, kernel),
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

    // ---------------------------------------------------------------- everything else

    @Override
    public Verdict<FlowRequest> createFlow(FlowRequest request) {
        return Checklist.of(checks -> ObjectRules.flow(request, limits(), checks))
                .grant(() -> request);
    }

    @Override
    public Verdict<XrcdInitAttr> openXrcd(XrcdInitAttr request) {
        return Checklist.of(checks -> ObjectRules.xrcd(request, checks)).grant(() -> request);
    }

    @Override
    public Verdict<QpOpenRequest> openQp(QpOpenRequest request) {
        return Checklist.of(checks -> ObjectRules.openQp(request, checks)).grant(() -> request);
    }
}
