// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.AddressHandle;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AhAttr;
import org.verbena.spi.DriverAh;

/** An address handle. */
final class AhHandle extends ReferencedHandle implements AddressHandle {
    private final PdHandle pd;
    private final AhAttr attr;

    AhHandle(PdHandle pd, Resource resource, DriverAh driver, AhAttr attr) {
        super(pd.owner(), resource, driver);
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
