// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.util.List;
import java.util.Set;
import org.verbena.attr.GidType;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CqRules;
import org.verbena.core.model.rules.Pow2;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;

/** The rules of the device: it has only reliable connections, and queues whose sizes are powers of two. */
final class ToyModel extends BaseModel {
    private static final String DOCUMENT = "the toy's guide";

    private static final Limits LIMITS = Limits.define()
            .set("page_size_cap", 4096)
            .set("max_qp", 1024)
            .set("max_qp_wr", 4096)
            .set("max_sge", 16)
            .set("max_inline_data", 512)
            .set("max_cq", 1024)
            .set("max_cqe", 1 << 16)
            .set("max_mr", 1024)
            .set("max_pd", 1024)
            .set("max_qp_rd_atom", 16)
            .set("max_res_rd_atom", 16 * 1024)
            .set("max_qp_init_rd_atom", 16)
            .set("max_pkeys", 1)
            .set("phys_port_cnt", 1)
            .set("num_comp_vectors", 1)
            .set("max_mtu", 5)
            .set("active_mtu", 5)
            .set("gid_tbl_len", 1)
            .set("pkey_tbl_len", 1)
            .set("max_msg_sz", 1 << 30)
            .set("lid", 1)
            .set("active_width", 2)
            .set("active_speed", 32)
            .set("link_layer", 1)
            .build();

    ToyModel() {
        this(LIMITS);
    }

    private ToyModel(Limits limits) {
        super("toy", List.of(), "1.0", limits, Set.of());
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new ToyModel(limits);
    }

    @Override
    public String description() {
        return "reliable connections and nothing else";
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.IB);
    }

    @Override
    protected void kernel(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        checks.from(DOCUMENT)
                .support(request.is(QpType.RC), "qp_type", request.typeName(), "RC", "the toy has no other type")
                .support(request.srq().isEmpty(), "srq", request.srq(), "NULL", "the toy has no shared receive queue")
                .atMost("max_send_wr", cap.maxSendWr(), limits().get("max_qp_wr"))
                .atMost("max_recv_wr", cap.maxRecvWr(), limits().get("max_qp_wr"))
                .atMost("max_send_sge", cap.maxSendSge(), limits().get("max_sge"))
                .atMost("max_recv_sge", cap.maxRecvSge(), limits().get("max_sge"))
                .atMost("max_inline_data", cap.maxInlineData(), limits().get("max_inline_data"));
    }

    @Override
    protected QpGrant grant(QpRequest request) {
        QpCap cap = request.cap();
        QpCap rounded = cap.withMaxSendWr(entries(cap.maxSendWr())).withMaxRecvWr(entries(cap.maxRecvWr()));
        return new QpGrant(rounded, rounded);
    }

    private static long entries(long requested) {
        return requested == 0 ? 0 : Pow2.roundUp(requested);
    }

    @Override
    protected void kernel(CqRequest request, Checklist checks) {
        CqRules.entries(request.cqe(), limits().get("max_cqe"), checks.from(DOCUMENT));
    }
}
