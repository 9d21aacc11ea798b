package org.verbena.provider.sim;

import java.util.UUID;

/** What the devices of a simulator share: they are connected with each other and with nothing else. */
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
     * Returns the identity, which {@link org.verbena.Device#fabric()} of its devices returns.
     *
     * @return a random identity, different for each simulator; {@link SimFaults#seed} does not determine it
     */
    public UUID id() {
        return id;
    }

    /**
     * The time.
     *
     * @return the clock
     */
    public SimClock clock() {
        return clock;
    }

    /**
     * What goes wrong.
     *
     * @return the faults
     */
    public SimFaults faults() {
        return faults;
    }
}
