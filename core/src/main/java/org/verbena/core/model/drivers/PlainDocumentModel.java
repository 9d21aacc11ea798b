// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.List;
import java.util.Set;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * A model of a document that predates the extended calls and work queues. Calls that the document lacks are not
 * supported.
 */
public final class PlainDocumentModel extends DocumentModel {
    private static final Set<OptionalVerb> ALL_VERBS =
            Set.of(OptionalVerb.CREATE_SRQ, OptionalVerb.ATTACH_MCAST, OptionalVerb.CREATE_AH);
    private static final Set<OptionalVerb> FEW_VERBS = Set.of(OptionalVerb.CREATE_AH);

    private final String description;
    private final String document;
    private final Set<OptionalVerb> verbs;
    private final List<QpType> types;

    private PlainDocumentModel(
            String name,
            String description,
            String document,
            Set<OptionalVerb> verbs,
            List<QpType> types,
            Limits limits) {
        super(name, limits, verbs);
        this.description = description;
        this.document = document;
        this.verbs = verbs;
        this.types = types;
    }

    /** Creates a model of the manual page of libibverbs 1.1.8 on Solaris, dated 2006-10-31. */
    public static PlainDocumentModel solaris() {
        return new PlainDocumentModel(
                "solaris",
                "the manual page of Solaris (libibverbs 1.1.8) to the letter",
                "ibv_create_qp(3) of Solaris, libibverbs 1.1.8",
                ALL_VERBS,
                List.of(QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET),
                adapter().build());
    }

    /**
     * Creates a model of the manual page of AIX. It has only reliable connections; {@code srq} and {@code xrc_domain}
     * are not supported.
     */
    public static PlainDocumentModel aix() {
        return minimal("aix", "the documentation of AIX to the letter", "ibv_create_qp of AIX", QpType.RC);
    }

    /**
     * Creates a model with the plain verbs for some types of queue pairs. It has no shared receive queues and no
     * multicast groups.
     *
     * @param document the name of the document, as the source of refusals
     * @param types the supported values of {@code qp_type}
     */
    public static PlainDocumentModel minimal(String name, String description, String document, QpType... types) {
        Limits limits = adapter()
                .set("max_srq", 0)
                .set("max_srq_wr", 0)
                .set("max_srq_sge", 0)
                .set("max_mcast_grp", 0)
                .set("max_mcast_qp_attach", 0)
                .set("max_total_mcast_qp_attach", 0)
                .build();
        return new PlainDocumentModel(name, description, document, FEW_VERBS, List.of(types), limits);
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new PlainDocumentModel(name(), description, document, verbs, types, limits);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public <G> Verdict<G> unsupported(String verb) {
        return Checklist.unsupported(verb, "the document does not have the call", document);
    }

    /** Checks a request. The document does not have the extended call, even if it requests no extension. */
    @Override
    public Verdict<QpGrant> createQp(QpRequest request) {
        return request.extended() ? unsupported("ibv_create_qp_ex") : super.createQp(request);
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from(document)
                .support(
                        types.stream().anyMatch(request::is),
                        "qp_type",
                        request.typeName(),
                        types,
                        "the document has no other type");
        if (!verbs.contains(OptionalVerb.CREATE_SRQ)) {
            request.srq().ifPresent(type -> rules.support(false, "srq", type, "NULL", "an SRQ is not supported"));
        }
    }

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
        return request.extended() ? unsupported("ibv_create_srq_ex") : super.createSrq(request);
    }
}
