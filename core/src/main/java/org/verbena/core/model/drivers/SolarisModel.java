package org.verbena.core.model.drivers;

import java.util.Set;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.OptionalVerb;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;

/** A model of the manual page of libibverbs 1.1.8 on Solaris, dated 2006-10-31. */
public final class SolarisModel extends PlainDocumentModel {
    public SolarisModel() {
        this(adapter().build());
    }

    private SolarisModel(Limits limits) {
        super(
                "solaris",
                limits,
                Set.of(OptionalVerb.CREATE_SRQ, OptionalVerb.ATTACH_MCAST, OptionalVerb.CREATE_AH),
                "ibv_create_qp(3) of Solaris, libibverbs 1.1.8",
                QpType.RC,
                QpType.UC,
                QpType.UD,
                QpType.RAW_PACKET);
    }

    @Override
    public DriverModel withLimits(Limits limits) {
        return new SolarisModel(limits);
    }

    @Override
    public String description() {
        return "the manual page of Solaris (libibverbs 1.1.8) to the letter";
    }
}
