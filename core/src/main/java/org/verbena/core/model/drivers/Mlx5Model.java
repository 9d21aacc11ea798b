// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

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
import static org.verbena.core.model.drivers.Mlx5SendQueue.SEGMENT;

import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.SendOp;
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
 * The model of ConnectX-5 and newer adapters: rdma-core's providers/mlx5 with Linux's hw/mlx5. The library computes the
 * queue sizes, and the kernel checks the result. The rules of the firmware are unknown; the model assumes that it
 * accepts all requests.
 */
public final class Mlx5Model extends MlxModel {
    /** rdma-core providers/mlx5/qp.c: _mlx5_post_send, mlx5_post_recv, _common_wqe_init; srq.c: mlx5_post_srq_recv. */
    private static final PostErrors POST_ERRORS = PostErrors.of(Errno.ENOMEM, Errno.ENOMEM, Errno.EINVAL)
            .onSrq(Errno.ENOMEM, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.ENOMEM, Errno.ENOMEM);

    private static final int BASIC_BLOCK = 64;
    private static final int MAX_CQ_RING = 1 << 24;
    private static final int CQE_BYTES = 64;
    private static final int MAX_HASH_KEY = 128;

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS =
            Flags.of(PD, XRCD, CREATE_FLAGS, MAX_TSO_HEADER, IND_TABLE, RX_HASH, SEND_OPS_FLAGS);
    private static final Flags<WcFlag> WC_FLAGS = Flags.of(WcFlag.BYTE_LEN, WcFlag.values());
    private static final int MAX_FLOW_TAG = 0xFF_FFFF;
    private static final Flags<CqCreateFlag> CQ_FLAGS =
            Flags.of(CqCreateFlag.SINGLE_THREADED, CqCreateFlag.IGNORE_OVERRUN);

    private final Mlx5SendQueue sendQueue;
    private final Mlx5Srqs srqs;
    private final Mlx5WorkQueues workQueues;
    private final long maxRqDescSz;
    private final long maxRecvWr;
    private final long maxCqe;

    public Mlx5Model() {
        this(DeviceLimits.MLX5);
    }

    private Mlx5Model(Limits limits) {
        super("mlx5", "16.35.2000", limits);
        sendQueue = new Mlx5SendQueue(limits);
        maxRqDescSz = limits.get("max_rq_desc_sz");
        maxRecvWr = limits.get("max_recv_wr");
        srqs = new Mlx5Srqs(limits);
        maxCqe = limits.get("max_cqe");
        workQueues = new Mlx5WorkQueues(limits, maxRecvWr, maxRqDescSz / SEGMENT);
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
    public String description() {
        return "NVIDIA ConnectX-5 and newer (libmlx5 and mlx5_ib)";
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of libmlx5, and what google/rdma-unit-test records of the adapter. Everything else follows the
     * InfiniBand architecture.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(POST_ERRORS)
                .with(
                        DataPathTrait.REJECTS_UNKNOWN_OPCODE,
                        DataPathTrait.ATOMICS_TAKE_EIGHT_BYTES,
                        DataPathTrait.ATOMICS_REPORT_EIGHT_BYTES,
                        DataPathTrait.SENT_IMMEDIATE_IS_FLAGGED,
                        DataPathTrait.REJECTS_EARLY_SEND,
                        DataPathTrait.REJECTS_RECV_IN_RESET,
                        DataPathTrait.STEERS_FRAMES,
                        DataPathTrait.RSS_STARTS_READY,
                        DataPathTrait.DROPS_UNFIT_DATAGRAMS,
                        DataPathTrait.BINDS_BEYOND_REGIONS,
                        DataPathTrait.INVALIDATION_ERRORS_ARE_BIND_ERRORS,
                        DataPathTrait.SILENT_BAD_INVALIDATIONS,
                        DataPathTrait.CHECKS_ALIGNMENT_FIRST,
                        DataPathTrait.READS_WITHOUT_DEPTH,
                        DataPathTrait.REFUSED_WRITE_TAKES_RECV);
    }

    /**
     * Checks the rules of the library. The model reports EINVAL where the library returns NULL without setting errno.
     */
    @Override
    protected void library(QpRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from("rdma-core providers/mlx5/verbs.c: create_qp");
        rules.requireOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "mlx5 supports no other field")
                .require(
                        !request.has(MAX_TSO_HEADER) || request.is(RAW_PACKET),
                        "max_tso_header",
                        request.maxTsoHeader(),
                        "absent",
                        "only RAW_PACKET queue pairs support TCP segmentation")
                .require(
                        !request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN) || request.is(UD),
                        "create_flags",
                        request.effectiveCreateFlags(),
                        "without SOURCE_QPN",
                        "only UD queue pairs support source_qpn")
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
                            "other types do not send")
                    .supportOnly(
                            "send_ops_flags",
                            request.sendOps(),
                            builderOps(request),
                            "the type or the device does not support the other operations")
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
                "other types require mlx5dv_create_qp");
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

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
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
                        "underlay queue pairs require InfiniBand");
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
                            "without a table the kernel interprets the hash as addresses of queues");
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
                        "a RAW_PACKET queue pair requires a send queue or a receive queue");
    }

    @Override
    protected QpGrant grant(QpRequest request) {
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
    protected void library(QpChange change, Checklist checks) {
        rssHasNoState(change.rss(), checks);
    }

    @Override
    protected void command(QpChange change, Checklist checks) {
        checks.from("rdma-core libibverbs/cmd.c: ibv_cmd_modify_qp_ex")
                .supportOnly(
                        "attr_mask",
                        change.attr().attrMask(),
                        ModifyQpRules.STANDARD.with(QpAttr.Mask.RATE_LIMIT),
                        "the command carries no other attribute");
    }

    @Override
    protected void kernel(QpChange change, Checklist checks) {
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
                    "the MTU must be one of enum ibv_mtu");
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
                .support(!rss, "rwq_ind_tbl", "given", "NULL", "an RSS queue pair has no state");
    }

    @Override
    protected void library(QpQueryRequest request, Checklist checks) {
        rssHasNoState(request.rss(), checks);
    }

    /**
     * Returns the attributes that query_qp_attr and query_raw_packet_qp of hw/mlx5/qp.c derive from the hardware state.
     */
    @Override
    protected QpAttr reported(QpQueryRequest request) {
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
    protected void library(CqRequest request, Checklist checks) {
        checks.from("rdma-core providers/mlx5/verbs.c: create_cq")
                .supportOnly("wc_flags", request.wcFlags(), WC_FLAGS, "mlx5 reports no other field")
                // The other bit, for a parent domain, requires a program that uses mlx5dv.
                .requireOnly(
                        "comp_mask",
                        request.compMask(),
                        Flags.of(CqInitAttr.Mask.FLAGS),
                        "mlx5 supports no other field")
                .requireOnly("flags", request.effectiveFlags(), CQ_FLAGS, "mlx5 supports no other flag");
        if (checks.kept()) {
            entries("create_cq", request.cqe(), checks);
        }
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) Pow2.ring(request.cqe());
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
                                        "the library allocates the new ring before it checks the limit"),
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
        return srqs.create(request);
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
        checks.from("Linux drivers/infiniband/hw/mlx5/fs.c: mlx5_ib_create_flow, parse_flow_attr")
                .require(
                        !attr.flags().contains(FlowFlag.EGRESS) || !ObjectRules.isDefault(attr),
                        "flags",
                        attr.flags(),
                        "without EGRESS for a default rule",
                        "only received frames have default rules")
                .atMost("tag_id", ObjectRules.flowTag(attr), MAX_FLOW_TAG);
    }
}
