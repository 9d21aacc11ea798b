package org.verbena.core.model.drivers;

import java.util.List;
import java.util.Set;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.OptionalVerb;
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
abstract class PlainDocumentModel extends DocumentModel {
    private final String document;
    private final List<QpType> types;

    /**
     * Creates a model of a document.
     *
     * @param document the name of the document, as the source of refusals
     * @param verbs the optional verbs that the document describes
     * @param types the supported values of {@code qp_type}
     */
    PlainDocumentModel(String name, Limits limits, Set<OptionalVerb> verbs, String document, QpType... types) {
        super(name, limits, verbs);
        this.document = document;
        this.types = List.of(types);
    }

    @Override
    public final <G> Verdict<G> unsupported(String verb) {
        return Checklist.unsupported(verb, "the document does not have the call", document);
    }

    /** Checks a request. The document does not have the extended call, even if it requests no extension. */
    @Override
    public final Verdict<QpGrant> createQp(QpRequest request) {
        return request.extended() ? unsupported("ibv_create_qp_ex") : super.createQp(request);
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        checks.from(document)
                .support(
                        types.stream().anyMatch(request::is),
                        "qp_type",
                        request.typeName(),
                        types,
                        "the document has no other type");
    }

    @Override
    public final Verdict<SrqGrant> createSrq(SrqRequest request) {
        return request.extended() ? unsupported("ibv_create_srq_ex") : super.createSrq(request);
    }
}
