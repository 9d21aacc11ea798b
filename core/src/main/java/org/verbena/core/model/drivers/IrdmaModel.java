// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.core.model.drivers.IrdmaRings.GEN_1;
import static org.verbena.core.model.drivers.IrdmaRings.GEN_3;

import java.util.List;
import java.util.Set;
import org.verbena.CqInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.GidType;
import org.verbena.attr.NodeType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WcFlag;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.ModifyQpRules;
import org.verbena.core.model.rules.SrqRules;
import org.verbena.error.Errno;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * The model of Intel's adapters: rdma-core's providers/irdma with Linux's hw/irdma. Library and kernel compute ring
 * sizes by the same formulas. The size of a ring in bytes limits requests, not the {@code max_qp_wr} that the device
 * reports.
 *
 * <p>The first generation uses iWARP. There, the connection manager makes connections, and the driver follows their
 * state. The model does not cover ibv_modify_qp(3) on this generation; it uses the state table of RoCE instead.
 */
public final class IrdmaModel extends BaseModel {
    /** The generations of Intel's adapters. Only their limits differ. */
    public enum Generation {
        GEN_1("irdma-gen1", List.of(), "5.1", "Intel X722 (libirdma and irdma), iWARP", GenerationLimits.IRDMA_GEN_1),
        GEN_2(
                "irdma",
                List.of("irdma-gen2"),
                "1.74",
                "Intel E810 (libirdma and irdma), RoCE",
                GenerationLimits.IRDMA_GEN_2),
        GEN_3("irdma-gen3", List.of(), "3.0", "Intel E2000 (libirdma and irdma), RoCE", GenerationLimits.IRDMA_GEN_3);

        private final String modelName;

        @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
        private final List<String> aliases;

        private final String firmware;
        private final String description;

        @SuppressWarnings("ImmutableEnumChecker") // Limits is immutable
        private final Limits limits;

        Generation(String modelName, List<String> aliases, String firmware, String description, Limits limits) {
            this.modelName = modelName;
            this.aliases = aliases;
            this.firmware = firmware;
            this.description = description;
            this.limits = limits;
        }
    }

    private static final String SECOND_GENERATION = "the verb requires the second generation of adapters";
    private static final String THIRD_GENERATION = "the verb requires the third generation of adapters";
    private static final String SRQ_OPS = "rdma-core providers/irdma/umain.c: irdma_ualloc_context";

    private static final Flags<WcFlag> WC_FLAGS =
            Flags.of(WcFlag.BYTE_LEN, WcFlag.IMM, WcFlag.QP_NUM, WcFlag.SRC_QP, WcFlag.SLID, WcFlag.SL);

    private static final Flags<CqInitAttr.Mask> CQ_FIELDS = Flags.of(CqInitAttr.Mask.FLAGS, CqInitAttr.Mask.PD);

    private static final Set<OptionalVerb> VERBS = Set.of(
            OptionalVerb.CREATE_CQ_EX,
            OptionalVerb.CREATE_SRQ,
            OptionalVerb.ATTACH_MCAST,
            OptionalVerb.CREATE_AH,
            OptionalVerb.REREG_MR,
            OptionalVerb.ALLOC_MW);

    private final Generation generation;
    private final IrdmaRings rings;
    private final long hw;
    private final long maxSge;
    private final long maxInline;
    private final long maxCqe;

    public IrdmaModel(Generation generation) {
        this(generation, generation.limits);
    }

    private IrdmaModel(Generation generation, Limits limits) {
        super(generation.modelName, generation.aliases, generation.firmware, limits, VERBS);
        this.generation = generation;
        rings = new IrdmaRings(limits);
        hw = limits.get("hw");
        maxSge = limits.get("max_sge");
        maxInline = limits.get("max_hw_inline");
        maxCqe = limits.get("max_cqe");
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new IrdmaModel(generation, limits);
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(isIwarp() ? GidType.ROCE_V1 : GidType.ROCE_V2);
    }

    @Override
    public NodeType nodeType() {
        return isIwarp() ? NodeType.RNIC : NodeType.CA;
    }

    @Override
    public String description() {
        return generation.description;
    }

    private boolean isIwarp() {
        return hw == GEN_1;
    }

    // ---------------------------------------------------------------- queue pairs

    /**
     * Returns the data path of rdma-core providers/irdma/uverbs.c: irdma_upost_send. The kernel driver has no last-WQE
     * event. google/rdma-unit-test (introspection_irdma.h) records how the adapter completes requests, not for iWARP.
     */
    @Override
    public DataPath dataPath() {
        DataPath path = DataPath.adapter(PostErrors.USUAL)
                .with(DataPathTrait.REJECTS_UNKNOWN_OPCODE)
                .without(DataPathTrait.LAST_WQE_REACHED);
        return isIwarp()
                ? path
                : path.with(
                                DataPathTrait.REFUSED_WRITE_TAKES_RECV,
                                DataPathTrait.CHECKS_WHOLE_RECEIVES,
                                DataPathTrait.REFUSED_READS_TIME_OUT)
                        .without(DataPathTrait.OVERRUN_IS_FATAL);
    }

    @Override
    protected void kernel(MrRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/irdma/ctrl.c: irdma_sc_mr_reg_non_shared")
                .require(request.length() != 0, "length", 0, "at least 1", "the device has no empty regions");
    }

    /**
     * Returns the capabilities that the library requests. With a shared receive queue it requests a small dedicated
     * receive queue, independent of the capabilities that the caller requests.
     */
    private QpCap overwritten(QpRequest request) {
        QpCap cap = request.cap();
        return request.srq().isPresent() ? cap.withMaxRecvWr(1).withMaxRecvSge(maxSge) : cap;
    }

    private IrdmaRings.Ring sendRing(QpCap cap) {
        return rings.send(cap.maxSendWr(), cap.maxSendSge(), cap.maxInlineData());
    }

    private IrdmaRings.Ring receiveRing(QpCap cap) {
        return rings.receive(cap.maxRecvWr(), cap.maxRecvSge());
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        QpCap cap = overwritten(request);
        checks.from("rdma-core providers/irdma/uverbs.c: irdma_ucreate_qp")
                .support(
                        request.isAny(RC, UD),
                        "qp_type",
                        request.typeName(),
                        RC + " or " + UD,
                        "irdma has no other type")
                .atMost("max_send_sge", cap.maxSendSge(), maxSge)
                .atMost("max_recv_sge", cap.maxRecvSge(), maxSge)
                .atMost("max_inline_data", cap.maxInlineData(), maxInline);
        if (checks.kept()) {
            sendRing(cap).check("max_send_wr", checks);
            receiveRing(cap).check("max_recv_wr", checks);
        }
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/irdma/verbs.c: irdma_validate_qp_attrs")
                .support(
                        request.is(RC) || !isIwarp(),
                        "qp_type",
                        request.typeName(),
                        RC,
                        "iWARP supports only connections");
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = overwritten(request);
        QpCap granted = cap.withMaxSendWr(sendRing(cap).entries())
                .withMaxRecvWr(receiveRing(cap).entries());
        return new QpGrant(granted, granted);
    }

    @Override
    protected void kernel(QpChange asked, Checklist checks) {
        QpChange change = ModifyQpRules.fromOwnState(asked);
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/irdma/verbs.c: irdma_modify_qp_roce");
        if (mask.contains(QpAttr.Mask.PKEY_INDEX)) {
            rules.atMost("pkey_index", attr.pkeyIndex(), limits().report("pkey_tbl_len") - 1);
        }
        if (mask.contains(QpAttr.Mask.MAX_QP_RD_ATOMIC)) {
            rules.atMost("max_rd_atomic", attr.maxRdAtomic(), limits().report("max_qp_init_rd_atom"));
        }
        if (mask.contains(QpAttr.Mask.MAX_DEST_RD_ATOMIC)) {
            rules.atMost("max_dest_rd_atomic", attr.maxDestRdAtomic(), limits().report("max_qp_rd_atom"));
        }
        // The driver consults the state table only for a change of state.
        if (mask.contains(QpAttr.Mask.STATE)) {
            ModifyQpRules.table(change, checks);
        }
    }

    @Override
    protected QpAttr applied(QpChange change) {
        return ModifyQpRules.applied(ModifyQpRules.fromOwnState(change)).build();
    }

    @Override
    public Verdict<McastRequest> attachMcast(McastRequest request) {
        return isIwarp()
                ? Checklist.unsupported(
                        "ibv_attach_mcast",
                        "only RoCE supports multicast groups",
                        "Linux drivers/infiniband/hw/irdma/verbs.c: irdma_iw_dev_ops")
                : super.attachMcast(request);
    }

    @Override
    public Verdict<AhAttr> createAh(AhAttr request, int sourceGids) {
        return isIwarp()
                ? Checklist.unsupported(
                        "ibv_create_ah",
                        "only RoCE supports datagrams",
                        "Linux drivers/infiniband/hw/irdma/verbs.c: irdma_iw_dev_ops")
                : super.createAh(request, sourceGids);
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    public Verdict<Integer> createCq(CqRequest request) {
        return request.extended() && isIwarp()
                ? Checklist.unsupported(
                        "ibv_create_cq_ex", SECOND_GENERATION, "rdma-core providers/irdma/uverbs.c: ucreate_cq")
                : super.createCq(request);
    }

    @Override
    protected void library(CqRequest request, Checklist checks) {
        Flags<WcFlag> known = hw >= GEN_3 ? WC_FLAGS.with(WcFlag.COMPLETION_TIMESTAMP) : WC_FLAGS;
        checks.from("rdma-core providers/irdma/uverbs.c: ucreate_cq")
                .supportOnly("wc_flags", request.wcFlags(), known, "the generation reports no other field");
        if (checks.kept()) {
            entries("ucreate_cq", request.cqe(), checks);
        }
        if (checks.kept()) {
            checks.from("rdma-core libibverbs/cmd_cq.c: ibv_cmd_create_cq_ex")
                    .supportOnly("comp_mask", request.compMask(), CQ_FIELDS, "libibverbs supports no other field");
        }
    }

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        CqRules.noFlags(request, "irdma", checks.from("Linux drivers/infiniband/hw/irdma/verbs.c: cq_validate_flags"));
        if (checks.kept()) {
            ring("irdma_create_cq", request.cqe(), checks);
        }
    }

    /**
     * Checks the number of entries. One entry of the ring is never reported, so the limit is one below that of the
     * device.
     */
    private void entries(String function, int cqe, Checklist checks) {
        CqRules.entries(cqe, maxCqe - 1, checks.from("rdma-core providers/irdma/uverbs.c: " + function));
    }

    private void ring(String function, int cqe, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/irdma/verbs.c: " + function)
                .require(
                        rings.completions(cqe) <= maxCqe,
                        "cqe",
                        cqe,
                        "a ring of " + maxCqe,
                        () -> "the ring requires " + rings.completions(cqe) + " slots");
    }

    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        if (isIwarp()) {
            return Checklist.unsupported(
                    "ibv_resize_cq", SECOND_GENERATION, "rdma-core providers/irdma/uverbs.c: irdma_uresize_cq");
        }
        return Checklist.of(
                        checks -> entries("irdma_uresize_cq", cqe, checks),
                        checks -> ring("irdma_resize_cq", cqe, checks))
                .grant(() -> cqe);
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
        return hw < GEN_3
                ? Checklist.unsupported("ibv_create_srq", THIRD_GENERATION, SRQ_OPS)
                : super.createSrq(request);
    }

    private IrdmaRings.Ring ring(SrqAttr attr) {
        return rings.shared(attr.maxWr(), attr.maxSge());
    }

    @Override
    protected void library(SrqRequest request, Checklist checks) {
        SrqAttr attr = request.attr();
        checks.from("rdma-core providers/irdma/uverbs.c: irdma_ucreate_srq").atMost("max_sge", attr.maxSge(), maxSge);
        if (checks.kept()) {
            ring(attr).check("max_wr", checks);
        }
    }

    @Override
    protected SrqGrant grant(SrqRequest request) {
        SrqAttr attr = request.attr();
        SrqAttr granted = new SrqAttr(ring(attr).entries(), attr.maxSge(), attr.srqLimit());
        return new SrqGrant(granted, granted);
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        if (hw < GEN_3) {
            return Checklist.unsupported("ibv_modify_srq", THIRD_GENERATION, SRQ_OPS);
        }
        return SrqRules.limitAlone(change, Errno.EINVAL, "Linux drivers/infiniband/hw/irdma/verbs.c: irdma_modify_srq");
    }
}
