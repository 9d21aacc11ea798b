// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.command;

import java.util.concurrent.locks.LockSupport;

/**
 * A wait strategy for a loop that polls. It spins at first, and later yields the processor to other threads. After some
 * milliseconds it sleeps between polls, because a device in software needs the processor.
 */
public final class SpinWait {
    private static final int SPINS = 1_000;
    private static final int SPINS_AND_YIELDS = 20_000;
    private static final long SLEEP_NANOS = 50_000;

    private int pauses;

    /** Begins a new wait. */
    public void reset() {
        pauses = 0;
    }

    /** Pauses between two polls. */
    @SuppressWarnings("ThreadPriorityCheck") // only a hint: a software device may need the processor
    public void pause() {
        if (pauses < SPINS) {
            pauses++;
            Thread.onSpinWait();
        } else if (pauses < SPINS_AND_YIELDS) {
            pauses++;
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }
}
