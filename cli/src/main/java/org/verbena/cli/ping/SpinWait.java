package org.verbena.cli.ping;

/**
 * A wait strategy for a loop that must not sleep. It spins at first, and later yields the processor to other threads.
 */
final class SpinWait {
    private static final int SPINS = 1000;

    private int pauses;

    void reset() {
        pauses = 0;
    }

    @SuppressWarnings("ThreadPriorityCheck") // only a hint: a software device may need the processor
    void pause() {
        if (pauses < SPINS) {
            pauses++;
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
