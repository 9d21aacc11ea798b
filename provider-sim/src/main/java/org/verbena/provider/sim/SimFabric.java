// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.util.UUID;

/** The fabric of a simulator. It connects the devices of the simulator with each other and with nothing else. */
public final class SimFabric {
    private final UUID id;
    private final SimClock clock;
    private final SimFaults faults;

    SimFabric(UUID id, SimClock clock, SimFaults faults) {
        this.id = id;
        this.clock = clock;
        this.faults = faults;
    }

    /**
     * Returns the identity of the fabric, which {@link org.verbena.Device#fabric()} of its devices returns.
     *
     * @return a random identity, different for each simulator; {@link SimFaults#seed} does not determine it
     */
    public UUID id() {
        return id;
    }

    /** {@return the clock of the fabric} */
    public SimClock clock() {
        return clock;
    }

    /** {@return the fault injection of the fabric} */
    public SimFaults faults() {
        return faults;
    }
}
