// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.QpInitAttr.Mask.IND_TABLE;
import static org.verbena.QpInitAttr.Mask.MAX_TSO_HEADER;
import static org.verbena.QpInitAttr.Mask.RX_HASH;
import static org.verbena.QpInitAttr.Mask.SEND_OPS_FLAGS;
import static org.verbena.attr.QpType.DRIVER;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_SEND;

import java.util.Set;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CreateQpRules;
import org.verbena.core.model.rules.SrqRules;
import org.verbena.core.model.rules.WqRules;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/** A model that follows the manual pages of rdma-core's libibverbs literally. */
public final class SpecModel extends DocumentModel {
    private static final Limits TODAY = adapter()
            .set("device_cap_flags", 0x0132_2C76)
            .set("max_mw", 1 << 20)
            .set("device_cap_flags_ex", 1L << 34 | 1L << 36)
            .set("completion_timestamp_mask", Long.MAX_VALUE)
            .set("hca_core_clock", 100_000)
            .set("tso_caps.max_tso", 1 << 16)
            .set("tso_caps.supported_qpts", 1 << RAW_PACKET.value())
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
            .build();

    private static final String CREATE_QP_EX = "ibv_create_qp_ex(3)";
    private static final int TOEPLITZ_KEY_LENGTH = 40;

    /** The table of operations and types in ibv_post_send(3). */
    private static final Flags<SendOp> RAW_OPS = Flags.of(SendOp.SEND, SendOp.TSO);

    /** The table has TSO too, but only for datagrams that are IP packets, which UD does not require. */
    private static final Flags<SendOp> UD_OPS = Flags.of(SendOp.SEND, SendOp.SEND_WITH_IMM);

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

    public SpecModel() {
        this(TODAY);
    }

    private SpecModel(Limits limits) {
        super("spec", limits, Set.of(OptionalVerb.values()));
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new SpecModel(limits);
    }

    @Override
    public String description() {
        return "the manual pages of libibverbs to the letter";
    }

    // ---------------------------------------------------------------- queue pairs

    /** Returns the data path. ibv_create_flow(3): a queue pair is attached to a flow to receive its packets. */
    @Override
    public DataPath dataPath() {
        return super.dataPath().with(DataPathTrait.STEERS_FRAMES);
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        // libibverbs itself clears the receive capabilities of an XRC initiator (cmd_qp.c).
        QpCap cap = request.is(XRC_SEND) ? request.cap().withMaxRecvWr(0).withMaxRecvSge(0) : request.cap();
        return new QpGrant(cap, cap, request.builders());
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from(CREATE_QP_EX + ", DESCRIPTION");
        rules.requireOnly(
                "comp_mask",
                request.compMask(),
                Flags.of(IND_TABLE, QpInitAttr.Mask.values()),
                "the page names no other field");
        if (request.has(SEND_OPS_FLAGS)) {
            checks.from("ibv_post_send(3)")
                    .supportOnly(
                            "send_ops_flags",
                            request.sendOps(),
                            sendOps(request),
                            "the type does not support the other operations");
        }
        if (request.has(MAX_TSO_HEADER)) {
            rules.atMost("max_tso_header", request.maxTsoHeader(), limits().report("max_tso_header"));
        }
        // The page names no types for the other flags.
        CreateQpRules.createFlags(
                request, checks.from("Linux drivers/infiniband/core/uverbs_std_types_qp.c: UVERBS_METHOD_QP_CREATE"));
        if (request.has(IND_TABLE) || request.has(RX_HASH)) {
            receiveSideScaling(request, rules);
        }
        boolean source = request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN);
        rules.require(
                source || request.sourceQpn() == 0,
                "source_qpn",
                request.sourceQpn(),
                0,
                "source_qpn requires the creation flag SOURCE_QPN");
        Checklist.Rules notes = checks.from(CREATE_QP_EX + ", NOTES");
        notes.require(
                !source || request.is(UD),
                "source_qpn",
                request.sourceQpn(),
                "absent",
                "source_qpn is supported on UD queue pairs only");
        notes.support(!request.is(DRIVER), "qp_type", DRIVER, "another type", "DRIVER requires a call of the vendor");
    }

    private void receiveSideScaling(QpRequest request, Checklist.Rules rules) {
        rules.require(
                        request.has(IND_TABLE) && request.has(RX_HASH),
                        "comp_mask",
                        request.compMask(),
                        "with IND_TABLE and RX_HASH",
                        "the indirection table and the hash require each other")
                .require(
                        request.effectiveCreateFlags().isEmpty(),
                        "create_flags",
                        request.effectiveCreateFlags(),
                        0,
                        "the flags of the work queues apply to received frames")
                .require(
                        (limits().report("rss_caps.supported_qpts") >> request.qpTypeCode() & 1) != 0,
                        "qp_type",
                        request.typeName(),
                        RAW_PACKET,
                        "rss_caps.supported_qpts of the device contains no other type");
        request.rxHash().ifPresent(hash -> {
            Flags<RxHashField> outer = hash.fields().without(RxHashField.INNER);
            rules.require(
                            !outer.isEmpty() || !hash.fields().contains(RxHashField.INNER),
                            "rx_hash_fields_mask",
                            hash.fields(),
                            "INNER with an L3 or L4 field",
                            "INNER requires a field of the inner packet")
                    .support(
                            hash.function().equals(Flags.of(RxHashFunction.TOEPLITZ)),
                            "rx_hash_function",
                            hash.function(),
                            RxHashFunction.TOEPLITZ,
                            "rss_caps.rx_hash_function of the device contains no other function")
                    .support(
                            (hash.fields().mask() & ~limits().report("rss_caps.rx_hash_fields_mask")) == 0,
                            "rx_hash_fields_mask",
                            hash.fields(),
                            "rss_caps.rx_hash_fields_mask",
                            "the device supports only these hash fields")
                    .require(
                            hash.key().length == TOEPLITZ_KEY_LENGTH,
                            "rx_hash_key_len",
                            hash.key().length,
                            TOEPLITZ_KEY_LENGTH,
                            "the Toeplitz function requires a key of this length");
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

    // ---------------------------------------------------------------- completion queues

    @Override
    protected void library(CqRequest request, Checklist checks) {
        checks.from("ibv_create_cq_ex(3)")
                .requireOnly(
                        "comp_mask",
                        request.compMask(),
                        Flags.of(CqInitAttr.Mask.FLAGS),
                        "the page names no other field")
                .supportOnly(
                        "wc_flags",
                        request.wcFlags(),
                        Flags.of(WcFlag.BYTE_LEN, WcFlag.values()),
                        "the page names no other field of a completion")
                .supportOnly(
                        "flags",
                        request.effectiveFlags(),
                        Flags.of(CqCreateFlag.SINGLE_THREADED, CqCreateFlag.values()),
                        "the page names no other flag");
        if (checks.kept()) {
            super.library(request, checks);
        }
    }

    @Override
    public Verdict<CqModeration> moderateCq(CqModeration moderation) {
        return new Verdict.Granted<>(moderation);
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    protected void library(SrqRequest request, Checklist checks) {
        if (request.extended()) {
            SrqRules.libibverbs(request, checks);
        }
    }

    @Override
    protected void kernel(SrqRequest request, Checklist checks) {
        super.kernel(request, checks);
        if (checks.kept() && request.extended()) {
            checks.from("ibv_create_srq_ex(3) and ibv_query_device_ex(3)")
                    .atMost(
                            "srq_limit",
                            request.attr().srqLimit(),
                            request.attr().maxWr())
                    .atMost("max_num_tags", request.tmCap().maxNumTags(), limits().report("tm_caps.max_num_tags"));
        }
    }

    @Override
    protected SrqGrant grant(SrqRequest request) {
        return request.extended() ? new SrqGrant(request.attr(), request.attr()) : super.grant(request);
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
                                        "a work queue requires entries")
                                .atMost("max_wr", request.maxWr(), limits().get("max_qp_wr"))
                                .atMost("max_sge", request.maxSge(), limits().get("max_sge")))
                .grant(() -> new WqCap(request.maxWr(), request.maxSge()));
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
        return Checklist.of(
                        checks -> WqRules.modify(change, checks),
                        checks -> changedFlags(change, checks),
                        checks -> WqRules.transition(change, checks, "ibv_modify_wq(3)"))
                .grant(() -> WqRules.next(change));
    }

    private static void changedFlags(WqChange change, Checklist checks) {
        if (change.attr().attrMask().contains(WqAttr.Mask.FLAGS)) {
            checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: mlx5_ib_modify_wq")
                    .supportOnly(
                            "flags_mask",
                            change.attr().flagsMask(),
                            Flags.of(WqFlag.CVLAN_STRIPPING),
                            "the other flags can only be set when the work queue is created");
        }
    }

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        return Checklist.of(
                        checks -> WqRules.indTable(request, checks),
                        checks -> WqRules.indTableSize(
                                request, limits(), checks, "ibv_create_rwq_ind_table(3) and ibv_query_device_ex(3)"))
                .grant(() -> request);
    }

    @Override
    protected void kernel(FlowRequest request, Checklist checks) {
        FlowAttr attr = request.attr();
        checks.from("ibv_create_flow(3), NOTES")
                .require(
                        attr.flags().isEmpty() || attr.type() == FlowAttrType.NORMAL,
                        "flags",
                        attr.flags(),
                        "none for " + attr.type().cName(),
                        "only IBV_FLOW_ATTR_NORMAL supports IBV_FLOW_ATTR_FLAGS_DONT_TRAP, and a default rule is for ingress");
    }
}
