package org.verbena.spi.model;

import static org.verbena.QpInitAttrMask.IND_TABLE;
import static org.verbena.QpInitAttrMask.MAX_TSO_HEADER;
import static org.verbena.QpInitAttrMask.RX_HASH;
import static org.verbena.QpInitAttrMask.SEND_OPS_FLAGS;
import static org.verbena.QpType.DRIVER;
import static org.verbena.QpType.RAW_PACKET;
import static org.verbena.QpType.RC;
import static org.verbena.QpType.UC;
import static org.verbena.QpType.UD;
import static org.verbena.QpType.XRC_SEND;

import java.util.List;
import org.verbena.CqCreateFlag;
import org.verbena.CqInitAttrMask;
import org.verbena.CqModeration;
import org.verbena.Flags;
import org.verbena.GidType;
import org.verbena.QpAttr;
import org.verbena.QpCap;
import org.verbena.QpCreateFlag;
import org.verbena.QpInitAttrMask;
import org.verbena.RxHashFunction;
import org.verbena.SendOp;
import org.verbena.SrqAttr;
import org.verbena.SrqAttrMask;
import org.verbena.SrqType;
import org.verbena.WcFlag;
import org.verbena.WqCap;
import org.verbena.WqState;
import org.verbena.XrcdInitAttr;

/**
 * The manual pages of libibverbs to the letter: everything that they offer is there, within the limits that the device
 * reports; what is granted is what was asked for. Where the pages are silent, libibverbs itself decides.
 */
final class SpecModel extends BaseModel {
    /** An InfiniBand adapter with one port; round numbers, none of them odd enough to hide behind. */
    private static final Limits GENERIC = Limits.define()
            .set("page_size_cap", 0xFFFF_FFFF_FFFF_F000L)
            .set("max_qp", 1 << 16)
            .set("max_qp_wr", 1 << 14)
            .set("device_cap_flags", 0x0132_2C76)
            .set("max_sge", 32)
            .set("max_sge_rd", 32)
            .set("max_inline_data", 1024)
            .set("max_cq", 1 << 16)
            .set("max_cqe", 1 << 20)
            .set("max_mr", 1 << 20)
            .set("max_pd", 1 << 16)
            .set("max_qp_rd_atom", 16)
            .set("max_res_rd_atom", 1 << 20)
            .set("max_qp_init_rd_atom", 16)
            .set("atomic_cap", 1)
            .set("max_mw", 1 << 20)
            .set("max_mcast_grp", 8192)
            .set("max_mcast_qp_attach", 64)
            .set("max_total_mcast_qp_attach", 8192 * 64)
            .set("max_ah", 1 << 20)
            .set("max_srq", 1 << 16)
            .set("max_srq_wr", 1 << 14)
            .set("max_srq_sge", 32)
            .set("max_pkeys", 16)
            .set("local_ca_ack_delay", 16)
            .set("phys_port_cnt", 1)
            .set("num_comp_vectors", 4)
            .set("device_cap_flags_ex", 1L << 34 | 1L << 36)
            .set("completion_timestamp_mask", Long.MAX_VALUE)
            .set("hca_core_clock", 100_000)
            .set("tso_caps.max_tso", 1 << 16)
            .set("tso_caps.supported_qpts", 1 << UD.value() | 1 << RAW_PACKET.value())
            .set("max_tso_header", 256)
            .set("rss_caps.supported_qpts", 1 << RAW_PACKET.value())
            .set("rss_caps.max_rwq_indirection_tables", 1 << 12)
            .set("rss_caps.max_rwq_indirection_table_size", 1 << 10)
            .set("rss_caps.rx_hash_fields_mask", 0x8000_01FFL)
            .set("rss_caps.rx_hash_function", 1)
            .set("max_wq_type_rq", 1 << 16)
            .set("raw_packet_caps", 0xF)
            .set("tm_caps.max_num_tags", 128)
            .set("tm_caps.max_ops", 128)
            .set("tm_caps.max_sge", 1)
            .set("cq_mod_caps.max_cq_count", 0xFFFF)
            .set("cq_mod_caps.max_cq_period", 0xFFFF)
            .set("odp_caps.general_caps", 0)
            .set("max_mtu", 5)
            .set("active_mtu", 5)
            .set("gid_tbl_len", 8)
            .set("port_cap_flags", 0x2651_E848)
            .set("max_msg_sz", 1 << 30)
            .set("pkey_tbl_len", 16)
            .set("lid", 1)
            .set("sm_lid", 1)
            .set("max_vl_num", 4)
            .set("subnet_timeout", 18)
            .set("active_width", 2)
            .set("active_speed", 32)
            .set("link_layer", 1)
            .build();

    private static final String CREATE_QP = "ibv_create_qp(3)";
    private static final String CREATE_QP_EX = "ibv_create_qp_ex(3)";
    private static final int TOEPLITZ_KEY_LENGTH = 40;

    /** The table of operations and types in ibv_post_send(3). */
    private static final Flags<SendOp> RAW_OPS = Flags.of(SendOp.SEND, SendOp.TSO);

    private static final Flags<SendOp> UD_OPS = RAW_OPS.with(SendOp.SEND_WITH_IMM);
    private static final Flags<SendOp> UC_OPS = Flags.of(
            SendOp.SEND,
            SendOp.SEND_WITH_IMM,
            SendOp.RDMA_WRITE,
            SendOp.RDMA_WRITE_WITH_IMM,
            SendOp.LOCAL_INV,
            SendOp.BIND_MW,
            SendOp.SEND_WITH_INV);
    private static final Flags<SendOp> RC_OPS =
            UC_OPS.with(SendOp.RDMA_READ).with(SendOp.ATOMIC_CMP_AND_SWP).with(SendOp.ATOMIC_FETCH_AND_ADD);

    private final long maxQpWr;
    private final long maxSge;

    SpecModel() {
        this(GENERIC);
    }

    private SpecModel(Limits limits) {
        super("spec", List.of(), "", limits);
        maxQpWr = limits.get("max_qp_wr");
        maxSge = limits.get("max_sge");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new SpecModel(limits);
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.IB);
    }

    @Override
    public String description() {
        return "the manual pages of libibverbs to the letter";
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public Verdict<QpGrant> createQp(QpRequest asked) {
        QpRequest request = asked.dispatched();
        return Checklist.of(
                        checks -> extendedFields(request, checks),
                        checks -> CreateQpRules.libibverbs(request, checks),
                        checks -> capabilities(request, checks))
                .grant(() -> grant(request));
    }

    private static QpGrant grant(QpRequest request) {
        // libibverbs itself clears what an XRC initiator cannot have (cmd_qp.c).
        QpCap cap = request.is(XRC_SEND) ? request.cap().withMaxRecvWr(0).withMaxRecvSge(0) : request.cap();
        return new QpGrant(cap, cap, request.has(SEND_OPS_FLAGS));
    }

    private void extendedFields(QpRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from(CREATE_QP_EX + ", DESCRIPTION");
        rules.requireOnly(
                "comp_mask", request.compMask(), Flags.of(IND_TABLE, QpInitAttrMask.values()), "no such field");
        if (request.has(SEND_OPS_FLAGS)) {
            checks.from("ibv_post_send(3)")
                    .supportOnly(
                            "send_ops_flags",
                            request.sendOps(),
                            sendOps(request),
                            "an operation that the type does not have");
        }
        if (request.has(MAX_TSO_HEADER)) {
            rules.atMost("max_tso_header", request.maxTsoHeader(), limits().report("max_tso_header"));
        }
        if (request.has(IND_TABLE) || request.has(RX_HASH)) {
            receiveSideScaling(request, rules);
        }
        Checklist.Rules notes = checks.from(CREATE_QP_EX + ", NOTES");
        boolean source = request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN);
        notes.require(
                !source || request.is(UD),
                "source_qpn",
                request.sourceQpn(),
                "absent",
                "source_qpn is supported on UD queue pairs only");
        notes.support(!request.is(DRIVER), "qp_type", DRIVER, "another type", "DRIVER is for vendors' own calls");
    }

    private void receiveSideScaling(QpRequest request, Checklist.Rules rules) {
        rules.require(
                        request.has(IND_TABLE) && request.has(RX_HASH),
                        "comp_mask",
                        request.compMask(),
                        "with IND_TABLE and RX_HASH",
                        "the hash chooses in the table")
                .require(
                        (limits().report("rss_caps.supported_qpts") >> request.qpTypeCode() & 1) != 0,
                        "qp_type",
                        request.typeName(),
                        RAW_PACKET,
                        "the device's rss_caps.supported_qpts has the type");
        request.rxHash().ifPresent(hash -> {
            rules.support(
                            hash.function().equals(Flags.of(RxHashFunction.TOEPLITZ)),
                            "rx_hash_function",
                            hash.function(),
                            RxHashFunction.TOEPLITZ,
                            "the device's rss_caps.rx_hash_function has the function")
                    .support(
                            (hash.fields().mask() & ~limits().report("rss_caps.rx_hash_fields_mask")) == 0,
                            "rx_hash_fields_mask",
                            hash.fields(),
                            "rss_caps.rx_hash_fields_mask",
                            "the device hashes these fields")
                    .require(
                            hash.key().length == TOEPLITZ_KEY_LENGTH,
                            "rx_hash_key_len",
                            hash.key().length,
                            TOEPLITZ_KEY_LENGTH,
                            "the Toeplitz function has keys of one length");
        });
    }

    private static Flags<SendOp> sendOps(QpRequest request) {
        if (request.is(UD)) {
            return UD_OPS;
        }
        if (request.is(RAW_PACKET)) {
            return RAW_OPS;
        }
        return request.is(UC) ? UC_OPS : RC_OPS;
    }

    private void capabilities(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        Checklist.Rules rules = checks.from(CREATE_QP + ", DESCRIPTION, and ibv_query_device(3)")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSge)
                .atMost("max_inline_data", cap.maxInlineData(), limits().get("max_inline_data"));
        if (request.srq().isEmpty()) {
            rules.atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr).atMost("max_recv_sge", cap.maxRecvSge(), maxSge);
        } else {
            checks.from(CREATE_QP + ", NOTES")
                    .require(
                            request.isAny(RC, UD),
                            "srq",
                            request.typeName(),
                            "RC or UD",
                            "only RC and UD queue pairs are associated with an SRQ");
        }
    }

    @Override
    public Verdict<QpAttr> modifyQp(QpChange change) {
        return Checklist.of(
                        checks -> ModifyQpRules.standardOnly(change, checks),
                        checks -> ModifyQpRules.core(change, limits(), checks),
                        checks -> ModifyQpRules.table(change, checks),
                        checks -> ModifyQpRules.ranges(change, limits(), checks))
                .grant(() -> ModifyQpRules.appliedForgetting(
                        change, newQpAttr(change.now().cap())));
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    public Verdict<Integer> createCq(CqRequest request) {
        return Checklist.of(
                        checks -> checks.from("ibv_create_cq_ex(3)")
                                .requireOnly(
                                        "comp_mask",
                                        request.compMask(),
                                        Flags.of(CqInitAttrMask.FLAGS),
                                        "no such field")
                                .supportOnly(
                                        "wc_flags",
                                        request.wcFlags(),
                                        Flags.of(WcFlag.BYTE_LEN, WcFlag.values()),
                                        "no such field of a completion")
                                .supportOnly(
                                        "flags",
                                        request.effectiveFlags(),
                                        Flags.of(CqCreateFlag.SINGLE_THREADED, CqCreateFlag.values()),
                                        "no such flag"),
                        checks -> entries(request.cqe(), "ibv_create_cq(3)", checks),
                        checks ->
                                ObjectRules.compVector(request.compVector(), limits().get("num_comp_vectors"), checks))
                .grant(request::cqe);
    }

    private void entries(int cqe, String page, Checklist checks) {
        checks.from(page)
                .require(cqe >= 1, "cqe", cqe, "at least 1", "a completion queue has entries")
                .atMost("cqe", cqe, limits().get("max_cqe"));
    }

    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        return Checklist.of(checks -> entries(cqe, "ibv_resize_cq(3)", checks)).grant(() -> cqe);
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
                        checks -> SrqRules.libibverbs(request, checks),
                        checks -> checks.from("ibv_create_srq(3) and ibv_query_device(3)")
                                .atMost("max_wr", attr.maxWr(), limits().get("max_srq_wr"))
                                .atMost("max_sge", attr.maxSge(), limits().get("max_srq_sge"))
                                .atMost(
                                        "max_num_tags",
                                        request.tmCap().maxNumTags(),
                                        limits().report("tm_caps.max_num_tags")))
                // srq_limit is irrelevant for ibv_create_srq: it is armed by ibv_modify_srq alone.
                .grant(() -> new SrqGrant(attr, new SrqAttr(attr.maxWr(), attr.maxSge(), 0)));
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        boolean resized = change.mask().contains(SrqAttrMask.MAX_WR);
        boolean limited = change.mask().contains(SrqAttrMask.LIMIT);
        long maxWr = resized ? change.attr().maxWr() : change.now().maxWr();
        long limit = limited ? change.attr().srqLimit() : change.now().srqLimit();
        return Checklist.of(checks -> checks.from("ibv_modify_srq(3)")
                        .requireOnly(
                                "srq_attr_mask",
                                change.mask(),
                                Flags.of(SrqAttrMask.MAX_WR, SrqAttrMask.LIMIT),
                                "no such attribute")
                        .atMost("max_wr", maxWr, limits().get("max_srq_wr"))
                        .require(
                                limit <= maxWr,
                                "srq_limit",
                                limit,
                                maxWr,
                                "the limit is a number of work requests of the queue"))
                .grant(() -> new SrqAttr(maxWr, change.now().maxSge(), limit));
    }

    @Override
    public Verdict<SrqType> getSrqNum(SrqType type) {
        return Checklist.of(checks -> checks.from("ibv_get_srq_num(3)")
                        .require(type == SrqType.XRC, "srq_type", type, SrqType.XRC, "only XRC queues have a number"))
                .grant(() -> type);
    }

    // ---------------------------------------------------------------- work queues

    @Override
    public Verdict<WqCap> createWq(WqRequest request) {
        return Checklist.of(
                        checks -> WqRules.create(request, checks),
                        checks -> checks.from("ibv_create_wq(3) and ibv_query_device(3)")
                                .require(
                                        request.maxWr() >= 1,
                                        "max_wr",
                                        request.maxWr(),
                                        "at least 1",
                                        "a work queue has entries")
                                .atMost("max_wr", request.maxWr(), maxQpWr)
                                .atMost("max_sge", request.maxSge(), maxSge))
                .grant(() -> new WqCap(request.maxWr(), request.maxSge()));
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
        return Checklist.of(
                        checks -> WqRules.modify(change, checks),
                        checks -> WqRules.transition(change, checks, "ibv_modify_wq(3)"))
                .grant(() -> WqRules.next(change));
    }

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        return Checklist.of(
                        checks -> WqRules.indTable(request, checks),
                        checks -> WqRules.indTableSize(
                                request, limits(), checks, "ibv_create_rwq_ind_table(3) and ibv_query_device_ex(3)"))
                .grant(() -> request);
    }

    // ---------------------------------------------------------------- everything else

    @Override
    public Verdict<XrcdInitAttr> openXrcd(XrcdInitAttr request) {
        return Checklist.of(checks -> ObjectRules.xrcd(request, checks)).grant(() -> request);
    }

    @Override
    public Verdict<QpOpenRequest> openQp(QpOpenRequest request) {
        return Checklist.of(checks -> ObjectRules.openQp(request, checks)).grant(() -> request);
    }
}
