package org.verbena.spi.model;

import org.verbena.QpType;

/** The page of AIX: reliable connections and nothing else; it calls both {@code srq} and {@code xrc_domain} not supported. */
final class AixModel extends PlainDocumentModel {
    AixModel() {
        this(adapter()
                .set("max_srq", 0)
                .set("max_srq_wr", 0)
                .set("max_srq_sge", 0)
                .set("max_mcast_grp", 0)
                .set("max_mcast_qp_attach", 0)
                .set("max_total_mcast_qp_attach", 0)
                .build());
    }

    private AixModel(Limits limits) {
        super("aix", limits, "ibv_create_qp of AIX", QpType.RC);
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new AixModel(limits);
    }

    @Override
    public String description() {
        return "the documentation of AIX to the letter";
    }

    @Override
    void initAttr(QpRequest request, Checklist.Rules rules) {
        super.initAttr(request, rules);
        request.srq().ifPresent(type -> rules.support(false, "srq", type, "NULL", "an SRQ is not supported"));
    }

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
        return unsupported(request.extended() ? "ibv_create_srq_ex" : "ibv_create_srq");
    }

    /** Groups are for datagrams, which the document does not have. */
    @Override
    public Verdict<McastRequest> attachMcast(McastRequest request) {
        return unsupported("ibv_attach_mcast");
    }
}
