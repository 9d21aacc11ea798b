package org.verbena.provider.sim.transport;

/** Something to be done at a time. */
abstract class Timer {
    /** Not among those that wait. */
    static final int IDLE = -1;

    long deadline;
    long sequence;
    int index = IDLE;

    final boolean isSet() {
        return index != IDLE;
    }

    /** Does it; the timer can be set again. */
    abstract void expire();
}
