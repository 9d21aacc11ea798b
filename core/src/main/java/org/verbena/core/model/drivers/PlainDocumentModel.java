package org.verbena.core.model.drivers;

import java.util.List;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CreateQpRules;
import org.verbena.spi.model.CqRequest;
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
     * @param types the supported values of {@code qp_type}
     */
    public PlainDocumentModel(String name, Limits limits, String document, QpType... types) {
        super(name, limits);
        this.document = document;
        this.types = List.of(types);
    }

    @Override
    public final <G> Verdict<G> unsupported(String verb) {
        return Checklist.unsupported(verb, "the document does not have the call", document);
    }

    @Override
    public final Verdict<QpGrant> createQp(QpRequest request) {
        if (request.extended()) {
            return unsupported("ibv_create_qp_ex");
        }
        return Checklist.of(
                        checks -> initAttr(request, checks.from(document)),
                        checks -> CreateQpRules.libibverbs(request, checks),
                        checks -> capabilities(request, checks))
                .grant(() -> new QpGrant(request.cap(), request.cap()));
    }

    /** Checks the members of {@code struct ibv_qp_init_attr}. */
    void initAttr(QpRequest request, Checklist.Rules rules) {
        rules.support(
                types.stream().anyMatch(request::is),
                "qp_type",
                request.typeName(),
                types,
                "the document has no other type");
    }

    @Override
    public final Verdict<Integer> createCq(CqRequest request) {
        return request.extended() ? unsupported("ibv_create_cq_ex") : super.createCq(request);
    }

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
        return request.extended() ? unsupported("ibv_create_srq_ex") : super.createSrq(request);
    }
}
