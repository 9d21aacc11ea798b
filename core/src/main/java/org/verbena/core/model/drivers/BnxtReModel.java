// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.QpInitAttr.Mask.PD;
import static org.verbena.QpInitAttr.Mask.SEND_OPS_FLAGS;
import static org.verbena.QpInitAttr.Mask.XRCD;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UD;

import java.util.List;
import java.util.Set;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.GidType;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.ModifyQpRules;
import org.verbena.core.model.rules.Pow2;
import org.verbena.error.Errno;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * The model of Broadcom's NetXtreme-E adapters: rdma-core's providers/bnxt_re with Linux's hw/bnxt_re, as of 6.12.
 * Creating a queue pair or a shared receive queue returns the requested capabilities. The actual rings are larger, and
 * only queries report them. The model reports EINVAL where the library returns NULL without setting errno.
 */
public final class BnxtReModel extends BaseModel {
    /** The ring layouts of Broadcom's adapters. Only their limits differ. */
    public enum Mode {
        /** Entries of 128 bytes, which every adapter supports. */
        STATIC(
                "bnxt_re",
                List.of("bnxt_re-static"),
                "Broadcom BCM57508 (libbnxt_re and bnxt_re), entries of one size",
                GenerationLimits.BNXT_RE_STATIC),

        /** Entries whose size depends on their elements or inline data. Newer adapters support them. */
        VARIABLE(
                "bnxt_re-variable",
                List.of(),
                "Broadcom BCM57608 (libbnxt_re and bnxt_re), entries of variable size",
                GenerationLimits.BNXT_RE_VARIABLE);

        private final String modelName;

        @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
        private final List<String> aliases;

        private final String description;

        @SuppressWarnings("ImmutableEnumChecker") // Limits is immutable
        private final Limits limits;

        Mode(String modelName, List<String> aliases, String description, Limits limits) {
            this.modelName = modelName;
            this.aliases = aliases;
            this.description = description;
            this.limits = limits;
        }
    }

    /**
     * rdma-core providers/bnxt_re/verbs.c: bnxt_re_post_send, bnxt_re_post_recv. They return one error for every
     * shortage.
     */
    private static final PostErrors POST_ERRORS = PostErrors.of(Errno.ENOMEM, Errno.EINVAL, Errno.ENOMEM)
            .onSrq(Errno.EINVAL, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.EINVAL, Errno.ENOMEM);

    private static final int ELEMENT = 16;
    private static final int HEADER = 32;

    /** BNXT_STATIC_MAX_SGE: the number of elements that fit behind the header of a 128-byte entry. */
    private static final int STATIC_SGE = 6;

    /** BNXT_QPLIB_RESERVED_QP_WRS, and one entry that stays empty. */
    private static final int SPARE = 128 + 1;

    /** BNXT_VAR_MAX_SLOT_ALIGN. */
    private static final int SLOT_ALIGN = 256;

    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS = Flags.of(PD, XRCD, SEND_OPS_FLAGS);

    /** bnxt_re_set_qp_ex_ops: the library accepts all operations, but leaves the functions of the others NULL. */
    private static final Flags<SendOp> BUILDERS = Flags.of(
            SendOp.RDMA_WRITE,
            SendOp.RDMA_WRITE_WITH_IMM,
            SendOp.SEND,
            SendOp.SEND_WITH_IMM,
            SendOp.RDMA_READ,
            SendOp.ATOMIC_CMP_AND_SWP,
            SendOp.ATOMIC_FETCH_AND_ADD);

    private static final String KERNEL = "Linux drivers/infiniband/hw/bnxt_re/ib_verbs.c: ";

    private final Mode mode;
    private final boolean variable;
    private final boolean pow2Disabled;
    private final long maxQpWr;
    private final long maxSge;
    private final long maxInlineData;
    private final long maxCqe;
    private final long maxSrqWr;

    public BnxtReModel(Mode mode) {
        this(mode, mode.limits);
    }

    private BnxtReModel(Mode mode, Limits limits) {
        super(
                mode.modelName,
                mode.aliases,
                "231.0.153.0",
                limits,
                Set.of(OptionalVerb.CREATE_QP_EX, OptionalVerb.CREATE_SRQ, OptionalVerb.CREATE_AH));
        this.mode = mode;
        variable = limits.get("wqe_mode") != 0;
        pow2Disabled = limits.get("pow2_disabled") != 0;
        maxQpWr = limits.get("max_qp_wr");
        maxSge = limits.get("max_sge");
        maxInlineData = limits.get("max_inline_data");
        maxCqe = limits.get("max_cqe");
        maxSrqWr = limits.get("max_srq_wr");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new BnxtReModel(mode, limits);
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V1, GidType.ROCE_V2);
    }

    @Override
    public String description() {
        return mode.description;
    }

    /** Returns the depth of a ring (bnxt_re_init_depth, in the library and the kernel). */
    private long depth(long entries) {
        return pow2Disabled ? entries : Pow2.roundUp(entries);
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of rdma-core providers/bnxt_re/verbs.c: bnxt_re_post_send, bnxt_re_post_recv. Everything
     * else follows the InfiniBand architecture.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(POST_ERRORS);
    }

    /** Checks the rules of the library. It checks receive capabilities even with a shared receive queue. */
    @Override
    protected void library(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        checks.from("rdma-core providers/bnxt_re/verbs.c: bnxt_re_check_qp_limits")
                .require(
                        request.isAny(RC, UD, RAW_PACKET),
                        "qp_type",
                        request.typeName(),
                        "RC, UD or RAW_PACKET",
                        "bnxt_re has no other type")
                .atMost("max_send_sge", cap.maxSendSge(), maxSge)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxSge)
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_recv_wr", cap.maxRecvWr(), maxQpWr);
        checks.from("rdma-core providers/bnxt_re/verbs.c: bnxt_re_get_sq_slots")
                .atMost(
                        "max_inline_data",
                        cap.maxInlineData(),
                        Pow2.alignDown(maxSge * ELEMENT, inlineUnit()),
                        "inline data uses the space of the gather elements");
        if (checks.kept()) {
            checks.from("rdma-core libibverbs/cmd_qp.c: ibv_cmd_create_qp_ex")
                    .requireOnly(
                            "comp_mask", request.compMask(), EXTENDED_FIELDS, "the command carries no other field");
        }
    }

    private int inlineUnit() {
        return variable ? ELEMENT : HEADER;
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        checks.from(KERNEL + "bnxt_re_test_qp_limits")
                .atMost("max_inline_data", request.cap().maxInlineData(), maxInlineData);
        checks.from(KERNEL + "bnxt_re_init_qp_type")
                .support(
                        request.isAny(RC, UD),
                        "qp_type",
                        request.typeName(),
                        "RC or UD",
                        "the kernel driver has no other type");
    }

    private static Flags<SendOp> thatExist(Flags<SendOp> wanted) {
        return Flags.ofMask(SendOp.class, wanted.mask() & BUILDERS.mask());
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        boolean inline = cap.maxInlineData() != 0;
        QpCap granted = inline && !variable ? cap.withMaxInlineData(STATIC_SGE * ELEMENT) : cap;
        return new QpGrant(
                granted, queried(request, granted), request.builders().map(BnxtReModel::thatExist));
    }

    /**
     * Returns the capabilities that bnxt_re_query_qp reports: the rings of bnxt_re_init_sq_attr and
     * bnxt_re_init_rq_attr.
     */
    private QpCap queried(QpRequest request, QpCap granted) {
        QpCap sending = variable
                ? granted.withMaxSendWr(sendSlots(granted))
                : granted.withMaxSendWr(Math.min(depth(granted.maxSendWr() + SPARE), maxQpWr + SPARE))
                        .withMaxSendSge(STATIC_SGE);
        return request.srq().isPresent()
                ? sending.withMaxRecvWr(0).withMaxRecvSge(0)
                : sending.withMaxRecvWr(Math.min(depth(granted.maxRecvWr() + 1), maxQpWr + 1));
    }

    /** Returns the size of the send ring in units of one element (bnxt_re_get_sq_slots of the library). */
    private long sendSlots(QpCap cap) {
        long data = Math.max(cap.maxSendSge() * ELEMENT, Pow2.align(cap.maxInlineData(), inlineUnit()));
        return Pow2.align(depth(cap.maxSendWr() + SPARE) * (HEADER + data) / ELEMENT, SLOT_ALIGN);
    }

    /** Checks no rule. The library does not use the command of libibverbs that carries only the standard attributes. */
    @Override
    protected void command(QpChange change, Checklist checks) {}

    @Override
    protected void kernel(QpChange asked, Checklist checks) {
        QpChange change = ModifyQpRules.fromOwnState(asked);
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        Checklist.Rules rules = checks.from(KERNEL + "bnxt_re_modify_qp");
        rules.supportOnly("attr_mask", mask, ModifyQpRules.STANDARD, "the driver supports no other attribute");
        // The driver consults the state table only for a change of state.
        if (mask.contains(QpAttr.Mask.STATE)) {
            ModifyQpRules.table(change, checks);
        }
        if (mask.contains(QpAttr.Mask.PATH_MTU)) {
            long activeMtu = limits().report("active_mtu");
            rules.require(
                    Mtu.of(attr.pathMtuCode()) != Mtu.UNKNOWN && attr.pathMtuCode() <= activeMtu,
                    "path_mtu",
                    attr.pathMtuCode(),
                    "1.." + activeMtu,
                    "the MTU must exist and not exceed active_mtu");
        }
        if (mask.contains(QpAttr.Mask.MAX_DEST_RD_ATOMIC)) {
            rules.atMost("max_dest_rd_atomic", attr.maxDestRdAtomic(), limits().report("max_qp_init_rd_atom"));
        }
    }

    /** Returns the attributes after a change. The driver reduces max_rd_atomic to the limit of the device. */
    @Override
    protected QpAttr applied(QpChange change) {
        QpAttr next = super.applied(ModifyQpRules.fromOwnState(change));
        int most = limits().reportInt("max_qp_rd_atom");
        return next.maxRdAtomic() <= most
                ? next
                : next.toBuilder().maxRdAtomic(most).build();
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    protected void library(CqRequest request, Checklist checks) {
        entries("bnxt_re_create_cq", request.cqe(), checks);
    }

    /** Returns the ring. The library doubles small queues, so that it can defer the doorbell. */
    @Override
    protected int grant(CqRequest request) {
        long cqe = request.cqe();
        return ring(2 * cqe < maxCqe ? 2 * cqe : cqe);
    }

    private void entries(String function, int cqe, Checklist checks) {
        checks.from("rdma-core providers/bnxt_re/verbs.c: " + function).atMost("cqe", cqe, maxCqe);
        CqRules.atLeastOne(cqe, checks.from(KERNEL + function));
    }

    /** Returns the number of entries granted: the whole ring, including the slot that stays empty. */
    private int ring(long cqe) {
        return (int) Math.min(depth(cqe + 1), maxCqe + 1);
    }

    /** Checks a resize. Unlike on creation, the library still doubles a request for half of the limit. */
    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        return Checklist.of(
                        checks -> entries("bnxt_re_resize_cq", cqe, checks),
                        checks -> checks.from("rdma-core providers/bnxt_re/verbs.c: bnxt_re_alloc_cqslab")
                                .require(
                                        Errno.ENOMEM,
                                        resized(cqe) != now,
                                        "cqe",
                                        cqe,
                                        "a ring of another size",
                                        "the ring already has " + now + " slots, and the library fails to allocate"
                                                + " a ring of the same size"))
                .grant(() -> resized(cqe));
    }

    private int resized(int cqe) {
        return ring(2L * cqe <= maxCqe ? 2L * cqe : cqe);
    }

    // ---------------------------------------------------------------- shared receive queues

    /** Checks a request for a shared receive queue. The driver does not check the number of elements. */
    @Override
    protected void kernel(SrqRequest request, Checklist checks) {
        checks.from(KERNEL + "bnxt_re_create_srq")
                .atMost("max_wr", request.attr().maxWr(), maxSrqWr - 1, "one entry of max_srq_wr stays empty");
    }

    @Override
    protected SrqGrant grant(SrqRequest request) {
        SrqAttr attr = request.attr();
        long ring = Math.min(depth(attr.maxWr() + 1), maxSrqWr + 1);
        return new SrqGrant(attr, new SrqAttr(ring, attr.maxSge(), attr.srqLimit()));
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        SrqAttr now = change.now();
        return Checklist.of(checks -> checks.from(KERNEL + "bnxt_re_modify_srq")
                        .require(
                                change.mask().equals(Flags.of(SrqAttr.Mask.LIMIT)),
                                "srq_attr_mask",
                                change.mask(),
                                Flags.of(SrqAttr.Mask.LIMIT),
                                "the driver changes only srq_limit")
                        .atMost("srq_limit", change.attr().srqLimit(), now.maxWr()))
                .grant(() ->
                        new SrqAttr(now.maxWr(), now.maxSge(), change.attr().srqLimit()));
    }
}
