package org.verbena.core.model.drivers;

import java.util.Set;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.OptionalVerb;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpRequest;

/**
 * A model with the plain verbs for some types of queue pairs. It has no shared receive queues and no multicast groups.
 */
public final class MinimalModel extends PlainDocumentModel {
    private final String description;
    private final String document;
    private final QpType[] types;

    public MinimalModel(String name, String description, String document, QpType... types) {
        this(name, description, document, types, usual());
    }

    private MinimalModel(String name, String description, String document, QpType[] types, Limits limits) {
        super(name, limits, Set.of(OptionalVerb.CREATE_AH), document, types);
        this.description = description;
        this.document = document;
        this.types = types.clone();
    }

    /**
     * Creates a model of the manual page of AIX. It has only reliable connections; {@code srq} and {@code xrc_domain}
     * are not supported.
     */
    public static MinimalModel aix() {
        return new MinimalModel("aix", "the documentation of AIX to the letter", "ibv_create_qp of AIX", QpType.RC);
    }

    private static Limits usual() {
        return adapter()
                .set("max_srq", 0)
                .set("max_srq_wr", 0)
                .set("max_srq_sge", 0)
                .set("max_mcast_grp", 0)
                .set("max_mcast_qp_attach", 0)
                .set("max_total_mcast_qp_attach", 0)
                .build();
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new MinimalModel(name(), description, document, types, limits);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    protected void library(QpRequest request, Checklist checks) {
        super.library(request, checks);
        request.srq()
                .ifPresent(
                        type -> checks.from(document).support(false, "srq", type, "NULL", "an SRQ is not supported"));
    }
}
