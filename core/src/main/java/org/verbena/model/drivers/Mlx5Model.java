package org.verbena.model.drivers;

import static org.verbena.QpInitAttr.Mask.CREATE_FLAGS;
import static org.verbena.QpInitAttr.Mask.IND_TABLE;
import static org.verbena.QpInitAttr.Mask.MAX_TSO_HEADER;
import static org.verbena.QpInitAttr.Mask.PD;
import static org.verbena.QpInitAttr.Mask.RX_HASH;
import static org.verbena.QpInitAttr.Mask.SEND_OPS_FLAGS;
import static org.verbena.QpInitAttr.Mask.XRCD;
import static org.verbena.attr.QpType.DRIVER;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;

import java.util.List;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
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
import org.verbena.attr.SendOp;
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
 * The model of ConnectX-5 and newer adapters: rdma-core's providers/mlx5 with Linux's hw/mlx5. The library computes the
 * queue sizes, and the kernel checks the result. The rules of the firmware are unknown; the model assumes that it
 * accepts all requests.
 */
public final class Mlx5Model extends BaseModel {
    /** A ConnectX-5 with one RoCE port. The firmware of other cards reports other values. */
    private static final Limits CONNECTX_5 = Limits.define()
            .set("page_size_cap", 0xFFFF_FFFF_FFFF_F000L)
            .set("vendor_id", 0x2C9)
            .set("vendor_part_id", 4119)
            .set("max_qp", 1 << 17)
            .set("max_qp_wr", 1 << 15)
            .set("device_cap_flags", 0x2532_1C36)
            .set("device_cap_flags_ex", 1L << 34 | 1L << 36)
            .set("max_sge", 30)
            .set("max_sge_rd", 30)
            .set("max_cq", 1 << 24)
            .set("max_cqe", (1 << 22) - 1)
            .set("max_mr", 1 << 24)
            .set("max_pd", 1 << 23)
            .set("max_qp_rd_atom", 16)
            .set("max_res_rd_atom", 16 << 17)
            .set("max_qp_init_rd_atom", 16)
            .set("atomic_cap", 1)
            .set("max_mw", 1 << 24)
            .set("max_mcast_grp", 1 << 21)
            .set("max_mcast_qp_attach", 240)
            .set("max_total_mcast_qp_attach", 240 << 21)
            .set("max_ah", Integer.MAX_VALUE)
            .set("max_srq", 1 << 23)
            .set("max_srq_wr", (1 << 15) - 1)
            .set("max_srq_sge", 31)
            .set("max_pkeys", 128)
            .set("local_ca_ack_delay", 16)
            .set("phys_port_cnt", 1)
            .set("num_comp_vectors", 8)
            .set("completion_timestamp_mask", Long.MAX_VALUE)
            .set("hca_core_clock", 78125)
            .set("tso_caps.max_tso", 1 << 18)
            .set("tso_caps.supported_qpts", 1 << RAW_PACKET.value())
            .set("rss_caps.supported_qpts", 1 << RAW_PACKET.value())
            .set("rss_caps.max_rwq_indirection_tables", 1 << 16)
            .set("rss_caps.max_rwq_indirection_table_size", 1 << 11)
            .set("rss_caps.rx_hash_fields_mask", 0x8000_00FFL)
            .set("rss_caps.rx_hash_function", 1)
            .set("max_wq_type_rq", 1 << 23)
            .set("raw_packet_caps", 0xF)
            .set("tm_caps.max_num_tags", 0)
            .set("cq_mod_caps.max_cq_count", 0xFFFF)
            .set("cq_mod_caps.max_cq_period", 0xFFF)
            .set("odp_caps.general_caps", 0)
            .set("max_mtu", 5)
            .set("active_mtu", 3)
            .set("gid_tbl_len", 255)
            .set("port_cap_flags", 0x0401_0000)
            .set("max_msg_sz", 1 << 30)
            .set("pkey_tbl_len", 1)
            .set("active_width", 2)
            .set("active_speed", 32)
            .set("link_layer", 2)
            .set("flags", 1)
            // The library reads these values when it opens the device: struct mlx5_ib_alloc_ucontext_resp.
            .set("max_sq_desc_sz", 1024)
            .set("max_rq_desc_sz", 512)
            .set("max_send_wqebb", 1 << 15)
            .set("max_recv_wr", 1 << 15)
            .set("max_srq_recv_wr", 1 << 15)
            .build();

    private static final int SEGMENT = 16;
    private static final int BASIC_BLOCK = 64;
    private static final int MIN_SRQ_DESC = 32;
    private static final int MAX_CQ_RING = 1 << 24;
    private static final int CQE_BYTES = 64;
    private static final int MAX_HASH_KEY = 128;

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS =
            Flags.of(PD, XRCD, CREATE_FLAGS, MAX_TSO_HEADER, IND_TABLE, RX_HASH, SEND_OPS_FLAGS);
    private static final Flags<WcFlag> WC_FLAGS = Flags.of(WcFlag.BYTE_LEN, WcFlag.values());
    private static final Flags<CqCreateFlag> CQ_FLAGS =
            Flags.of(CqCreateFlag.SINGLE_THREADED, CqCreateFlag.IGNORE_OVERRUN);

    private final Mlx5SendQueue sendQueue;
    private final long maxRqDescSz;
    private final long maxRecvWr;
    private final long maxSrqRecvWr;
    private final long maxSrqWr;
    private final long maxCqe;

    public Mlx5Model() {
        this(CONNECTX_5);
    }

    private Mlx5Model(Limits limits) {
        super("mlx5", List.of(), "16.35.2000", limits);
        sendQueue = new Mlx5SendQueue(limits);
        maxRqDescSz = limits.get("max_rq_desc_sz");
        maxRecvWr = limits.get("max_recv_wr");
        maxSrqRecvWr = limits.get("max_srq_recv_wr");
        maxSrqWr = limits.get("max_srq_wr");
        maxCqe = limits.get("max_cqe");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new Mlx5Model(limits);
    }

    /**
     * Derives the values that mlx5_ib_alloc_ucontext reports only to the library. It uses the same firmware
     * capabilities as mlx5_ib_query_device (both hw/mlx5/main.c).
     */
    @Override
    public Limits derived(Limits reported) {
        long entries = reported.get("max_qp_wr");
        long maxRqSge = reported.get("max_srq_sge") + 1;
        return reported.with("max_send_wqebb", entries)
                .with("max_recv_wr", entries)
                .with("max_srq_recv_wr", reported.get("max_srq_wr") + 1)
                .with("max_rq_desc_sz", SEGMENT * maxRqSge)
                .with("max_sq_desc_sz", maxSqDescSz(reported.get("max_sge"), maxRqSge));
    }

    /**
     * Derives the maximum size of a send entry in bytes. The reported max_sge is the smaller limit of both queues. It
     * counts at most 512 bytes of a send entry, of which 32 are segments before the elements. So max_sge reveals only a
     * smaller entry; otherwise the firmware has 1024.
     */
    private static long maxSqDescSz(long maxSge, long maxRqSge) {
        return maxSge < Math.min(maxRqSge, 30) ? SEGMENT * (maxSge + 2) : 1024;
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V1, GidType.ROCE_V2);
    }

    @Override
    public String description() {
        return "NVIDIA ConnectX-5 and newer (libmlx5 and mlx5_ib)";
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.MLX5)
                .with(
                        DataPathTrait.REFUSES_UNKNOWN_OPCODE,
                        DataPathTrait.ATOMICS_TAKE_EIGHT_BYTES,
                        DataPathTrait.ATOMICS_REPORT_EIGHT_BYTES,
                        DataPathTrait.SENT_IMMEDIATE_IS_FLAGGED,
                        DataPathTrait.REFUSES_EARLY_SEND,
                        DataPathTrait.REFUSES_RECV_IN_RESET,
                        DataPathTrait.STEERS_FRAMES,
                        DataPathTrait.RSS_STARTS_READY);
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

    /**
     * Checks the rules of the library. The model reports EINVAL where the library returns NULL without setting errno.
     */
    private void library(QpRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from("rdma-core providers/mlx5/verbs.c: create_qp");
        rules.requireOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "mlx5 knows no other field")
                .require(
                        !request.has(MAX_TSO_HEADER) || request.is(RAW_PACKET),
                        "max_tso_header",
                        request.maxTsoHeader(),
                        "absent",
                        "only RAW_PACKET queue pairs segment TCP")
                .require(
                        !request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN) || request.is(UD),
                        "create_flags",
                        request.effectiveCreateFlags(),
                        "without SOURCE_QPN",
                        "only UD queue pairs take a source_qpn")
                .require(
                        !request.has(SEND_OPS_FLAGS) || !request.has(RX_HASH),
                        "comp_mask",
                        request.compMask(),
                        "without SEND_OPS_FLAGS",
                        "an RSS queue pair does not send");
        if (request.has(SEND_OPS_FLAGS) && !request.is(DRIVER)) {
            checks.from("rdma-core providers/mlx5/qp.c: mlx5_qp_fill_wr_pfns")
                    .support(
                            request.isAny(RC, UC, UD, RAW_PACKET, XRC_SEND),
                            "qp_type",
                            request.typeName(),
                            "RC, UC, UD, RAW_PACKET or XRC_SEND",
                            "no other queue pair sends")
                    .supportOnly(
                            "send_ops_flags",
                            request.sendOps(),
                            builderOps(request),
                            "an operation that the type does not have, or an atomic one that the device has not")
                    .support(
                            !request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN),
                            "create_flags",
                            request.effectiveCreateFlags(),
                            "without SOURCE_QPN",
                            "an underlay queue pair has no send builders");
        }
        rules.require(
                request.isAny(RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV),
                "qp_type",
                request.typeName(),
                "RC, UC, UD, RAW_PACKET, XRC_SEND or XRC_RECV",
                "other types are made by mlx5dv_create_qp alone");
        request.rxHash()
                .filter(hash -> request.has(RX_HASH))
                .ifPresent(hash -> checks.from("rdma-core providers/mlx5/verbs.c: mlx5_cmd_create_rss_qp")
                        .atMost("rx_hash_key_len", hash.key().length, MAX_HASH_KEY));
        if (checks.kept() && !isRss(request)) {
            sendQueue.check(request, checks);
            receiveQueue(request, checks);
        }
    }

    /**
     * Returns the supported operations of send builders. Builders of atomic operations require a device that reports
     * atomics; a plain queue pair does not.
     */
    private Flags<SendOp> builderOps(QpRequest request) {
        Flags<SendOp> ops = Mlx5SendQueue.supportedOps(request);
        return limits().report("atomic_cap") != 0
                ? ops
                : ops.without(SendOp.ATOMIC_CMP_AND_SWP).without(SendOp.ATOMIC_FETCH_AND_ADD);
    }

    private static boolean isRss(QpRequest request) {
        return request.has(IND_TABLE) || request.has(RX_HASH);
    }

    // Receive queue: mlx5_calc_rcv_wqe and mlx5_calc_rq_size.

    private void receiveQueue(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        Checklist.Rules rules = checks.from("rdma-core providers/mlx5/verbs.c: mlx5_calc_rq_size");
        rules.atMost("max_recv_wr", cap.maxRecvWr(), maxRecvWr);
        if (hasReceiveQueue(request)) {
            rules.atMost("max_recv_sge", cap.maxRecvSge(), maxRqDescSz / SEGMENT);
        }
    }

    private static boolean hasReceiveQueue(QpRequest request) {
        return request.srq().isEmpty() && request.cap().maxRecvWr() != 0;
    }

    private static long receiveEntry(long sge) {
        return Pow2.roundUp(SEGMENT * Math.max(1, sge));
    }

    private void kernel(QpRequest request, Checklist checks) {
        if (request.has(IND_TABLE)) {
            Mlx5Rss.check(request, checks);
            return;
        }
        checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: process_create_flags")
                .support(
                        !request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN)
                                || !ObjectRules.isEthernet(limits()),
                        "create_flags",
                        request.effectiveCreateFlags(),
                        "without SOURCE_QPN",
                        "underlay queue pairs exist on InfiniBand alone");
        if (request.has(RX_HASH)) {
            checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: set_rq_size and create_user_qp")
                    // For XRC, libibverbs does not pass receive capabilities to the kernel (ibv_icmd_create_qp).
                    .atMost(
                            "max_recv_wr",
                            request.isAny(XRC_SEND, XRC_RECV)
                                    ? 0
                                    : request.cap().maxRecvWr(),
                            limits().report("max_qp_wr"))
                    .require(
                            Errno.EFAULT,
                            request.is(XRC_RECV),
                            "comp_mask",
                            request.compMask(),
                            "with IND_TABLE",
                            "without a table the kernel takes the hash that the library sends for addresses of queues");
            return;
        }
        QpCap cap = request.cap();
        checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: set_rq_size")
                .require(
                        !request.is(XRC_SEND) || cap.maxRecvWr() == 0,
                        "max_recv_wr",
                        cap.maxRecvWr(),
                        0,
                        "an XRC_SEND queue pair has no receive queue");
        checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: create_raw_packet_qp")
                .require(
                        !request.is(RAW_PACKET) || cap.maxSendWr() != 0 || hasReceiveQueue(request),
                        "cap",
                        cap,
                        "max_send_wr or max_recv_wr above 0",
                        "a RAW_PACKET queue pair needs one of its queues");
    }

    private QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        if (isRss(request)) {
            return new QpGrant(cap, cap, request.builders());
        }
        QpCap granted = sendQueue.grant(request);
        if (hasReceiveQueue(request)) {
            long size = receiveEntry(cap.maxRecvSge());
            long bytes = Math.max(Pow2.roundUp(cap.maxRecvWr()) * size, BASIC_BLOCK);
            granted = granted.withMaxRecvWr(bytes / size).withMaxRecvSge(size / SEGMENT);
        } else {
            granted = granted.withMaxRecvWr(0).withMaxRecvSge(0);
        }
        return new QpGrant(granted, queried(request, granted), request.builders());
    }

    /** Returns the capabilities that mlx5_query_qp reports: the rings. An XRC target has no dedicated receive queue. */
    private static QpCap queried(QpRequest request, QpCap granted) {
        QpCap sending =
                granted.maxSendWr() != 0 ? granted : granted.withMaxSendSge(0).withMaxInlineData(0);
        return request.is(XRC_RECV) ? sending.withMaxRecvWr(0).withMaxRecvSge(0) : sending;
    }

    @Override
    public Verdict<QpAttr> modifyQp(QpChange asked) {
        QpChange change = ModifyQpRules.dispatched(asked);
        return Checklist.of(
                        checks -> rssHasNoState(change.rss(), checks),
                        checks -> checks.from("rdma-core libibverbs/cmd.c: ibv_cmd_modify_qp_ex")
                                .supportOnly(
                                        "attr_mask",
                                        change.attr().attrMask(),
                                        ModifyQpRules.STANDARD.with(QpAttr.Mask.RATE_LIMIT),
                                        "the command carries no other attribute"),
                        checks -> ModifyQpRules.core(change, limits(), checks),
                        checks -> values(change, checks))
                .grant(() -> ModifyQpRules.appliedForgetting(
                        change, newQpAttr(change.now().cap())));
    }

    private void values(QpChange change, Checklist checks) {
        QpAttr attr = change.attr();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: mlx5_ib_modify_qp");
        ModifyQpRules.currentState(change, rules);
        ModifyQpRules.table(change, checks);
        ModifyQpRules.deviceRanges(change, limits(), rules);
        if (attr.attrMask().contains(QpAttr.Mask.PATH_MTU)) {
            rules.require(
                    Mtu.of(attr.pathMtuCode()) != Mtu.UNKNOWN,
                    "path_mtu",
                    attr.pathMtuCode(),
                    "1..5",
                    "there is no such MTU");
        }
        ModifyQpRules.noDrain(
                change, checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: optab of __mlx5_ib_modify_qp"));
        if (attr.attrMask().contains(QpAttr.Mask.RATE_LIMIT)) {
            checks.from("Linux drivers/net/ethernet/mellanox/mlx5/core/rl.c: mlx5_rl_add_rate")
                    .atMost("rate_limit", attr.rateLimit(), limits().report("packet_pacing_caps.qp_rate_limit_max"));
        }
    }

    private static void rssHasNoState(boolean rss, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: mlx5_ib_modify_qp and mlx5_ib_query_qp")
                .support(!rss, "rwq_ind_tbl", "given", "NULL", "an RSS queue pair has no state of its own");
    }

    @Override
    public QpAttr newQpAttr(QpCap cap) {
        return QpAttr.builder().cap(cap).pathMtuCode(0).build();
    }

    @Override
    public Verdict<QpAttr> queryQp(QpQueryRequest request) {
        return Checklist.of(
                        checks -> rssHasNoState(request.rss(), checks), checks -> ModifyQpRules.query(request, checks))
                .grant(() -> reported(request));
    }

    /**
     * Returns the attributes that query_qp_attr and query_raw_packet_qp of hw/mlx5/qp.c derive from the hardware state.
     */
    private QpAttr reported(QpQueryRequest request) {
        QpAttr now = request.now();
        if (request.qpTypeCode() == RAW_PACKET.value()) {
            return newQpAttr(now.cap()).toBuilder()
                    .qpState(now.qpState())
                    .curQpState(now.qpState())
                    .portNum(1)
                    .build();
        }
        return ModifyQpRules.asHardwareKeeps(now).build();
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    public Verdict<Integer> createCq(CqRequest request) {
        return Checklist.of(
                        checks -> extendedCq(request, checks),
                        checks -> entries("create_cq", request.cqe(), checks),
                        checks ->
                                ObjectRules.compVector(request.compVector(), limits().get("num_comp_vectors"), checks))
                .grant(() -> (int) Pow2.ring(request.cqe()));
    }

    private static void extendedCq(CqRequest request, Checklist checks) {
        checks.from("rdma-core providers/mlx5/verbs.c: create_cq")
                .supportOnly("wc_flags", request.wcFlags(), WC_FLAGS, "mlx5 reports no other field")
                // The other bit, for a parent domain, requires a program that uses mlx5dv.
                .requireOnly(
                        "comp_mask", request.compMask(), Flags.of(CqInitAttr.Mask.FLAGS), "mlx5 knows no other field")
                .requireOnly("flags", request.effectiveFlags(), CQ_FLAGS, "mlx5 knows no other flag");
    }

    private void entries(String function, int cqe, Checklist checks) {
        CqRules.entries(cqe, maxCqe, checks.from("rdma-core providers/mlx5/verbs.c: " + function));
    }

    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        return Checklist.of(
                        checks -> checks.from("rdma-core providers/mlx5/verbs.c: mlx5_resize_cq")
                                .atMost("cqe", cqe, Integer.MAX_VALUE / CQE_BYTES),
                        checks -> checks.from("rdma-core providers/mlx5/cq.c: mlx5_alloc_cq_buf")
                                .require(
                                        Errno.ENOMEM,
                                        cqe < MAX_CQ_RING,
                                        "cqe",
                                        cqe,
                                        "below " + MAX_CQ_RING,
                                        "the new ring is allocated before it is checked"),
                        checks -> entries("mlx5_resize_cq", cqe, checks))
                .grant(() -> (int) Pow2.ring(cqe));
    }

    @Override
    public Verdict<CqModeration> moderateCq(CqModeration moderation) {
        return Checklist.of(checks -> checks.from("Linux drivers/infiniband/hw/mlx5/cq.c: mlx5_ib_modify_cq")
                        .atMost("cq_period", moderation.cqPeriod(), limits().report("cq_mod_caps.max_cq_period")))
                .grant(() -> moderation);
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
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
                                        "the device does not take more"))
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
                    .atMost("max_num_tags", request.tmCap().maxNumTags(), limits().report("tm_caps.max_num_tags"));
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

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        return SrqRules.limitAlone(change, Errno.EINVAL, "Linux drivers/infiniband/hw/mlx5/srq.c: mlx5_ib_modify_srq");
    }

    @Override
    public Verdict<SrqType> getSrqNum(SrqType type) {
        return new Verdict.Granted<>(type);
    }

    // ---------------------------------------------------------------- work queues

    @Override
    public Verdict<WqCap> createWq(WqRequest request) {
        return Checklist.of(
                        checks -> checks.from("rdma-core providers/mlx5/verbs.c: create_wq")
                                .require(
                                        request.wqTypeCode() == WqType.RQ.value(),
                                        "wq_type",
                                        request.wqTypeCode(),
                                        WqType.RQ,
                                        "there are only receive work queues"),
                        checks -> checks.from("rdma-core providers/mlx5/verbs.c: mlx5_calc_rwq_size")
                                .require(
                                        request.maxWr() != 0,
                                        "max_wr",
                                        request.maxWr(),
                                        "at least 1",
                                        "a work queue has entries")
                                .atMost("max_sge", request.maxSge(), maxRqDescSz / SEGMENT),
                        checks -> WqRules.create(request, checks),
                        // The firmware has a separate limit, log_max_wq_sz. The model assumes that it equals the limit
                        // of queue pairs.
                        checks -> checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: set_user_rq_size")
                                .atMost("max_wr", request.maxWr(), maxRecvWr))
                // The ring is rounded up, but the kernel reports the requested values.
                .grant(() -> new WqCap(request.maxWr(), request.maxSge()));
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
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
                                        "padding is chosen at creation"),
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

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        return Checklist.of(
                        checks -> WqRules.indTable(request, checks),
                        checks -> WqRules.indTableSize(
                                request,
                                limits(),
                                checks,
                                "Linux drivers/infiniband/hw/mlx5/qp.c: mlx5_ib_create_rwq_ind_table"))
                .grant(() -> request);
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
