package org.verbena.itests.jcstress;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets two threads begin together, and then one of them a little later than the other: which one and how much later is
 * another thing each time, so that the short call of one meets every part of the long one of the other.
 */
public final class StaggeredStart {
    /** A prime, so that it has no period in common with the kinds that are taken in turn. */
    private static final int DELAYS = 127;

    /** Then the other thread is not running, and may want this processor. */
    private static final int SPINS_BEFORE_YIELD = 1000;

    private static final AtomicInteger MADE = new AtomicInteger();

    /** How much later the first one begins; negative if the second one does. */
    private final int delay = Math.floorMod(MADE.getAndIncrement(), DELAYS) - DELAYS / 2;

    private final AtomicInteger arrived = new AtomicInteger();

    /** Returns when the second one has come. */
    public void first() {
        meet();
        spin(delay);
    }

    /** Returns when the first one has come. */
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
