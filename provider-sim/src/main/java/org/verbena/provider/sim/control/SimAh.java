package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.spi.driver.DriverAh;

/** An address handle. */
final class SimAh extends SimObject implements DriverAh {
    SimAh(SimKernel kernel, SimPd pd) {
        super(kernel, ObjectType.AH, List.of(pd));
    }
}
