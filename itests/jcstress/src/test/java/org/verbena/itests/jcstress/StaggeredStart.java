// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts two threads together, but delays one of them by a different time in each race. Thus the short call of one
 * thread overlaps every part of the long call of the other.
 */
public final class StaggeredStart {
    /**
     * The number of delays. It is prime, so that it shares no factor with the numbers of kinds that are used in turn.
     */
    private static final int DELAYS = 127;

    /** The number of spins after which the other thread is probably not running and may need this processor. */
    private static final int SPINS_BEFORE_YIELD = 1000;

    private static final AtomicInteger MADE = new AtomicInteger();

    /** The delay of the first thread, negative if the second one is delayed. */
    private final int delay = Math.floorMod(MADE.getAndIncrement(), DELAYS) - DELAYS / 2;

    private final AtomicInteger arrived = new AtomicInteger();

    /** Waits for the second thread. */
    public void first() {
        meet();
        spin(delay);
    }

    /** Waits for the first thread. */
    public void second() {
        meet();
        spin(-delay);
    }

    private void meet() {
        arrived.incrementAndGet();
        for (int spins = 0; arrived.get() < 2; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
