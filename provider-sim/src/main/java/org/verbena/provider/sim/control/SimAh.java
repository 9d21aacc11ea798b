// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.attr.AhAttr;
import org.verbena.provider.sim.transport.AddressVector;
import org.verbena.spi.DriverAh;
import org.verbena.spi.model.DataPathTrait;

/** An address handle. */
final class SimAh extends SimObject implements DriverAh {
    private final long reference;

    SimAh(SimKernel kernel, SimPd pd, AhAttr attr) {
        super(
                kernel,
                ObjectType.AH,
                kernel.model().dataPath().has(DataPathTrait.LOCAL_ADDRESS_HANDLES) ? List.of() : List.of(pd));
        AddressVector address = kernel.addressVector(attr, pd);
        this.reference = kernel.engine().call(() -> kernel.nic().addresses().add(address));
    }

    @Override
    public long reference() {
        return reference;
    }

    @Override
    void release() {
        kernel().engine().run(() -> kernel().nic().addresses().remove(reference));
    }
}
