package org.verbena.provider.sim;

/** What the devices of a simulator share: they are connected with each other and with nothing else. */
public final class SimFabric {
    private final SimClock clock;
    private final SimFaults faults;

    SimFabric(SimClock clock, SimFaults faults) {
        this.clock = clock;
        this.faults = faults;
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
