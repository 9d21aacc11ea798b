// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.SendOp.SEND;
import static org.verbena.attr.SendOp.SEND_WITH_IMM;

import java.util.List;
import java.util.Set;
import org.verbena.QpInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.GidType;
import org.verbena.attr.NodeType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.ModifyQpRules;
import org.verbena.core.model.rules.ObjectRules;
import org.verbena.core.model.rules.Pow2;
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

/**
 * The model of the Elastic Fabric Adapter of Amazon EC2: rdma-core's providers/efa with Linux's hw/efa. Verbs create
 * only queue pairs for unreliable datagrams. Queue pairs for reliable datagrams (SRD) require efadv_create_driver_qp.
 * The capacity of the receive ring is counted in gather elements.
 */
public final class EfaModel extends BaseModel {
    /** EFA_IO_TX_DESC_SIZE_64, EFA_IO_TX_DESC_SIZE_128 and EFA_IO_TX_DESC_INLINE_MAX_SIZE of efa_io_defs.h. */
    private static final int SHORT_ENTRY = 64;

    private static final int LONG_ENTRY = 128;
    private static final int SHORT_INLINE = 32;

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS =
            Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.SEND_OPS_FLAGS);
    private static final Flags<SendOp> UD_OPS = Flags.of(SEND, SEND_WITH_IMM);
    private static final Flags<QpAttr.Mask> MODIFIED = Flags.of(
            QpAttr.Mask.STATE,
            QpAttr.Mask.CUR_STATE,
            QpAttr.Mask.EN_SQD_ASYNC_NOTIFY,
            QpAttr.Mask.PKEY_INDEX,
            QpAttr.Mask.PORT,
            QpAttr.Mask.QKEY,
            QpAttr.Mask.SQ_PSN,
            QpAttr.Mask.RNR_RETRY);
    /** The attributes that a query may ask for. With another one, efa rejects it (EOPNOTSUPP). */
    public static final Flags<QpAttr.Mask> QUERIED = Flags.of(
            QpAttr.Mask.STATE,
            QpAttr.Mask.PKEY_INDEX,
            QpAttr.Mask.PORT,
            QpAttr.Mask.QKEY,
            QpAttr.Mask.SQ_PSN,
            QpAttr.Mask.CAP,
            QpAttr.Mask.RNR_RETRY);

    private static final Flags<AccessFlag> ACCESS = Flags.ofMask(AccessFlag.class, ObjectRules.OPTIONAL_ACCESS)
            .with(AccessFlag.LOCAL_WRITE)
            .with(AccessFlag.REMOTE_READ)
            .with(AccessFlag.REMOTE_WRITE);

    private final long maxSqWr;
    private final long minSqWr;
    private final long maxSqSge;
    private final long maxRqWr;
    private final long maxRqSge;
    private final long maxInlineData;
    private final long maxLlqSize;
    private final long maxCqe;

    public EfaModel() {
        this(DeviceLimits.EFA);
    }

    private EfaModel(Limits limits) {
        super(
                "efa",
                List.of(),
                "0.0.0.0",
                limits,
                Set.of(OptionalVerb.CREATE_QP_EX, OptionalVerb.CREATE_CQ_EX, OptionalVerb.CREATE_AH));
        maxSqWr = limits.get("max_sq_wr");
        minSqWr = limits.get("min_sq_wr");
        maxSqSge = limits.get("max_sq_sge");
        maxRqWr = limits.get("max_rq_wr");
        maxRqSge = limits.get("max_rq_sge");
        maxInlineData = limits.get("inline_buf_size_ex");
        maxLlqSize = limits.get("max_llq_size");
        maxCqe = limits.get("max_cqe");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new EfaModel(limits);
    }

    /**
     * Derives the limits of the send queue. A query reports the smaller limit of both queues, which is that of the send
     * queue (efa_query_device).
     */
    @Override
    public Limits derived(Limits reported) {
        return reported.with("max_sq_wr", reported.get("max_qp_wr")).with("max_sq_sge", reported.get("max_sge"));
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.IB);
    }

    @Override
    public NodeType nodeType() {
        return NodeType.UNSPECIFIED;
    }

    @Override
    public String description() {
        return "Elastic Fabric Adapter of Amazon EC2 (libefa and efa)";
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of rdma-core providers/efa/verbs.c: efa_post_send_validate, efa_post_send_validate_wr.
     * Everything else follows the InfiniBand architecture.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.USUAL)
                .with(
                        DataPathTrait.REJECTS_UNKNOWN_OPCODE,
                        DataPathTrait.REJECTS_EARLY_SEND,
                        DataPathTrait.REJECTS_UNSIGNALED,
                        DataPathTrait.INLINE_IGNORES_MAX_SGE)
                .without(DataPathTrait.LAST_WQE_REACHED, DataPathTrait.COMM_EST);
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        checks.from("rdma-core providers/efa/verbs.c: efa_create_qp and efa_create_qp_ex")
                .support(
                        request.is(QpType.UD),
                        "qp_type",
                        request.typeName(),
                        QpType.UD,
                        "other types require efadv_create_driver_qp");
        Checklist.Rules rules = checks.from("rdma-core providers/efa/verbs.c: efa_check_qp_attr")
                .supportOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "efa supports no other field")
                .require(
                        request.has(QpInitAttr.Mask.PD),
                        "comp_mask",
                        request.compMask(),
                        "with PD",
                        "the queue pair requires a protection domain");
        if (request.has(QpInitAttr.Mask.SEND_OPS_FLAGS)) {
            rules.supportOnly(
                    "send_ops_flags", request.sendOps(), UD_OPS, "the type does not support the other operations");
        }
        String rule = "the library requires both completion queues";
        rules.require(request.recvCq(), "recv_cq", "NULL", "not NULL", rule)
                .require(request.sendCq(), "send_cq", "NULL", "not NULL", rule)
                .require(request.srq().isEmpty(), "srq", "given", "NULL", "efa has no shared receive queues");
        if (checks.kept()) {
            libraryLimits(request.cap(), checks);
        }
    }

    private void libraryLimits(QpCap cap, Checklist checks) {
        Checklist.Rules rules = checks.from("rdma-core providers/efa/verbs.c: efa_check_qp_limits")
                .atMost("max_send_sge", cap.maxSendSge(), maxSqSge)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxRqSge)
                .atMost(
                        "max_send_wr",
                        cap.maxSendWr(),
                        maxSendDepth(cap.maxInlineData()),
                        () -> "entries of " + entry(cap.maxInlineData()) + " bytes share " + maxLlqSize
                                + " bytes of the device")
                .require(
                        cap.maxRecvSge() != 0,
                        "max_recv_sge",
                        cap.maxRecvSge(),
                        "at least 1",
                        "the library divides by max_recv_sge");
        if (cap.maxRecvSge() != 0) {
            rules.atMost(
                    "max_recv_wr",
                    cap.maxRecvWr(),
                    maxRqWr / cap.maxRecvSge(),
                    () -> cap.maxRecvSge() + " elements each share a ring of " + maxRqWr);
        }
        rules.atMost("max_inline_data", cap.maxInlineData(), maxInlineData);
    }

    /** Returns the size of a send entry in bytes (efa_calc_sq_wqe_size). */
    private static int entry(long inlineData) {
        return inlineData > SHORT_INLINE ? LONG_ENTRY : SHORT_ENTRY;
    }

    /** Returns the maximum depth of the send queue (efa_calc_sq_max_depth). */
    private long maxSendDepth(long inlineData) {
        return Long.highestOneBit(maxLlqSize / entry(inlineData));
    }

    /** Returns the number of entries of the send queue (efa_setup_qp). */
    private long sendEntries(QpCap cap) {
        return Pow2.roundUp(Math.max(cap.maxSendWr(), minSqWr));
    }

    private static long receiveEntries(QpCap cap) {
        return Pow2.roundUp(cap.maxRecvSge() * cap.maxRecvWr()) / cap.maxRecvSge();
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        String rule = "the driver rounds queues up before it checks them";
        checks.from("Linux drivers/infiniband/hw/efa/efa_verbs.c: efa_qp_validate_cap")
                .require(sendEntries(cap) <= maxSqWr, "max_send_wr", cap.maxSendWr(), maxSqWr, rule)
                .require(receiveEntries(cap) <= maxRqWr, "max_recv_wr", cap.maxRecvWr(), maxRqWr, rule);
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        QpCap granted = cap.withMaxSendWr(sendEntries(cap)).withMaxRecvWr(receiveEntries(cap));
        return new QpGrant(granted, granted, request.builders());
    }

    @Override
    protected void kernel(QpChange change, Checklist checks) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/efa/efa_verbs.c: efa_modify_qp_validate");
        rules.supportOnly("attr_mask", mask, MODIFIED, "efa changes no other attribute");
        ModifyQpRules.table(change, checks);
        if (mask.contains(QpAttr.Mask.PORT)) {
            rules.support(attr.portNum() == 1, "port_num", attr.portNum(), 1, "efa has one port");
        }
        if (mask.contains(QpAttr.Mask.PKEY_INDEX)) {
            rules.support(attr.pkeyIndex() == 0, "pkey_index", attr.pkeyIndex(), 0, "efa has one partition key");
        }
    }

    @Override
    protected void kernel(QpQueryRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/efa/efa_verbs.c: efa_query_qp")
                .supportOnly("attr_mask", request.wanted(), QUERIED, "efa reports no other attribute");
    }

    /** Returns the attributes that efa_query_qp fills in. It does not fill in cur_qp_state. */
    @Override
    protected QpAttr reported(QpQueryRequest request) {
        QpAttr now = request.now();
        return QpAttr.builder()
                .qpState(now.qpState())
                .pathMtuCode(0)
                .qkey(now.qkey())
                .sqPsn(now.sqPsn())
                .portNum(1)
                .rnrRetry(now.rnrRetry())
                .cap(now.cap())
                .build();
    }

    // ---------------------------------------------------------------- completion queues

    /**
     * Checks the rules of the library. A completion channel requires a device with event queues, which devices with
     * these limits have.
     */
    @Override
    protected void library(CqRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from("rdma-core providers/efa/verbs.c: create_cq");
        CqRules.fields(request, rules);
        rules.supportOnly("wc_flags", request.wcFlags(), CqRules.STANDARD_WC_FLAGS, "efa reports no other field")
                .supportOnly(
                        "flags",
                        request.effectiveFlags(),
                        Flags.of(CqCreateFlag.SINGLE_THREADED),
                        "efa supports no other flag");
        CqRules.noParentDomain(request, rules);
    }

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/efa/efa_verbs.c: efa_create_cq")
                .require(
                        request.cqe() >= 0,
                        "cqe",
                        request.cqe(),
                        "at least 0",
                        "the number of entries cannot be negative")
                .require(
                        Pow2.roundUp(request.cqe()) <= maxCqe,
                        "cqe",
                        request.cqe(),
                        maxCqe,
                        "the driver rounds the queue up to a power of two before it checks the limit");
    }

    @Override
    protected int grant(CqRequest request) {
        return (int) Pow2.roundUp(request.cqe());
    }

    // ---------------------------------------------------------------- memory regions

    @Override
    protected void kernel(MrRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/efa/efa_verbs.c: efa_alloc_mr")
                .supportOnly("access", request.access(), ACCESS, "efa grants no other access");
    }
}
