package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.spi.driver.DriverCompChannel;

/** A completion channel; there is no file behind it. */
final class SimCompChannel extends SimObject implements DriverCompChannel {
    SimCompChannel(SimKernel kernel) {
        super(kernel, ObjectType.COMP_CHANNEL, List.of());
    }

    @Override
    public int fd() {
        return -1;
    }
}
