package org.verbena.spi.handle;

import org.verbena.AddressHandle;
import org.verbena.AhAttr;
import org.verbena.ProtectionDomain;

/** An address handle. */
final class AhHandle extends Handle implements AddressHandle {
    private final PdHandle pd;
    private final AhAttr attr;

    AhHandle(PdHandle pd, Resource resource, AhAttr attr) {
        super(pd.owner(), resource);
        this.pd = pd;
        this.attr = attr;
    }

    @Override
    public ProtectionDomain pd() {
        return pd;
    }

    @Override
    public AhAttr attr() {
        return attr;
    }
}
