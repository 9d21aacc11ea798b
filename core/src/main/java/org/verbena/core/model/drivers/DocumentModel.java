// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UD;

import java.util.List;
import java.util.Set;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.GidType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.SrqAttr;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.ModifyQpRules;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * A model that follows a document literally. It has everything that the document describes, within the limits that the
 * device reports, and grants exactly the requested values. Where the document is silent, libibverbs decides.
 */
abstract class DocumentModel extends BaseModel {
    static final String CREATE_QP = "ibv_create_qp(3)";

    DocumentModel(String name, Limits limits, Set<OptionalVerb> verbs) {
        super(name, List.of(), "", limits, verbs);
    }

    /** Returns the limits of an InfiniBand adapter with one port. The values are round. */
    static Limits.Builder adapter() {
        return Limits.define()
                .set("page_size_cap", 0xFFFF_FFFF_FFFF_F000L)
                .set("max_qp", 1 << 16)
                .set("max_qp_wr", 1 << 14)
                .set("device_cap_flags", 0x2C76)
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
                .set("link_layer", 1);
    }

    /**
     * Returns the data path of IBA C10-96, C10-97.2.1 and 10.2.2. Posts fail in unsuitable states, and sends fail
     * through unsuitable address handles.
     */
    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.USUAL)
                .with(
                        DataPathTrait.REJECTS_UNKNOWN_OPCODE,
                        DataPathTrait.REJECTS_EARLY_SEND,
                        DataPathTrait.REJECTS_RECV_IN_RESET,
                        DataPathTrait.AH_DOMAIN_COUNTS);
    }

    @Override
    public final List<GidType> gidTypes() {
        return List.of(GidType.IB);
    }

    // ---------------------------------------------------------------- queue pairs

    /** Checks no rule. The documents do not describe the kernel. */
    @Override
    protected final void core(QpRequest request, Checklist checks) {}

    /** Checks the attributes of {@code struct ibv_qp_cap}, and that the type can take receives from an SRQ. */
    @Override
    protected final void kernel(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        long maxQpWr = limits().get("max_qp_wr");
        long maxSge = limits().get("max_sge");
        Checklist.Rules rules = checks.from(CREATE_QP + ", DESCRIPTION, and ibv_query_device(3)")
                .atMost("max_send_wr", cap.maxSendWr(), maxQpWr)
                .atMost("max_send_sge", cap.maxSendSge(), maxSge)
                .atMost("max_inline_data", cap.maxInlineData(), limits().get("max_inline_data"));
        // NOTES: max_recv_wr and max_recv_sge are ignored with an SRQ.
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

    /** Checks a change as the caller requests it. The documents do not describe the changes that the kernel makes. */
    @Override
    public final Verdict<QpAttr> modifyQp(QpChange change) {
        return Checklist.of(
                        checks -> command(change, checks),
                        checks -> ModifyQpRules.core(change, limits(), checks),
                        checks -> kernel(change, checks))
                .grant(() -> applied(change));
    }

    /** Returns all attributes: no document names an attribute that a query omits. */
    @Override
    protected final QpAttr reported(QpQueryRequest request) {
        return request.now();
    }

    // ---------------------------------------------------------------- memory

    @Override
    protected final void library(MrRequest request, Checklist checks) {
        Flags<AccessFlag> access = request.access();
        checks.from("ibv_reg_mr(3)")
                .require(
                        !access.contains(AccessFlag.HUGETLB) || access.contains(AccessFlag.ON_DEMAND),
                        "access",
                        access,
                        "HUGETLB with ON_DEMAND",
                        "HUGETLB applies only to on-demand paging");
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    protected void library(CqRequest request, Checklist checks) {
        entries(request.cqe(), "ibv_create_cq(3)", checks);
    }

    @Override
    public final Verdict<Integer> resizeCq(int now, int cqe) {
        return Checklist.of(checks -> entries(cqe, "ibv_resize_cq(3)", checks)).grant(() -> cqe);
    }

    private void entries(int cqe, String page, Checklist checks) {
        CqRules.entries(cqe, limits().get("max_cqe"), checks.from(page));
    }

    // ---------------------------------------------------------------- shared receive queues

    /** Checks the attributes of {@code struct ibv_srq_attr}. */
    @Override
    protected void kernel(SrqRequest request, Checklist checks) {
        checks.from("ibv_create_srq(3) and ibv_query_device(3)")
                .atMost("max_wr", request.attr().maxWr(), limits().get("max_srq_wr"))
                .atMost("max_sge", request.attr().maxSge(), limits().get("max_srq_sge"));
    }

    /** Returns the requested attributes. ibv_create_srq(3) ignores srq_limit. */
    @Override
    protected SrqGrant grant(SrqRequest request) {
        SrqAttr attr = request.attr();
        return new SrqGrant(attr, new SrqAttr(attr.maxWr(), attr.maxSge(), 0));
    }

    @Override
    public final Verdict<SrqAttr> modifySrq(SrqChange change) {
        boolean resized = change.mask().contains(SrqAttr.Mask.MAX_WR);
        boolean limited = change.mask().contains(SrqAttr.Mask.LIMIT);
        long maxWr = resized ? change.attr().maxWr() : change.now().maxWr();
        long limit = limited ? change.attr().srqLimit() : change.now().srqLimit();
        boolean resizes = (limits().report("device_cap_flags") & DeviceCapFlag.SRQ_RESIZE.mask()) != 0;
        return Checklist.of(checks -> checks.from("ibv_modify_srq(3)")
                        .requireOnly(
                                "srq_attr_mask",
                                change.mask(),
                                Flags.of(SrqAttr.Mask.MAX_WR, SrqAttr.Mask.LIMIT),
                                "the page names no other attribute")
                        .support(
                                resizes || !resized,
                                "srq_attr_mask",
                                change.mask(),
                                "without MAX_WR",
                                "a resize requires IBV_DEVICE_SRQ_RESIZE in device_cap_flags")
                        .atMost("max_wr", maxWr, limits().get("max_srq_wr"))
                        .require(
                                limit <= maxWr,
                                "srq_limit",
                                limit,
                                maxWr,
                                "srq_limit cannot exceed the size of the queue"))
                .grant(() -> new SrqAttr(maxWr, change.now().maxSge(), limit));
    }
}
