// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.util.List;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverPd;
import org.verbena.spi.ModelledContext;

/** An open device. The model answers the queries. Objects that this class does not create are not supported. */
final class ToyContext extends ModelledContext {
    private static final Gid GID = Gid.parse("fe80:0000:0000:0000:0200:00ff:fe00:0001");

    private final ToyDevice device;

    ToyContext(ToyDevice device) {
        super(ToyDevice.MODEL, device.guid());
        this.device = device;
    }

    @Override
    protected List<GidEntry> gids(int portNum) {
        return List.of(new GidEntry(GID, 0, portNum, GidType.IB.value(), 0));
    }

    @Override
    public DriverPd allocPd() {
        return new ToyPd(device);
    }

    @Override
    public DriverCq createCq(DriverCq.Init init) {
        return new ToyCq(ToyDevice.MODEL.createCq(init.request()).orElseThrow("ibv_create_cq", toString()));
    }

    @Override
    public void destroy() {
        // Nothing to do: the SPI closes the objects of a context first.
    }

    @Override
    public String toString() {
        return "device " + device.name();
    }
}
