package org.verbena.spi.handle;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many stack traces are taken. One takes about a microsecond, and more below deep stacks: nothing beside the tens and
 * hundreds of microseconds in which the kernel and a device make an object, but as much as a simulated one takes as a
 * whole. So they take 1 % of a processor at most, and a program on a device, or one that begins, gets all of them.
 */
final class TraceBudget {
    /** How many a second, and how many at once. */
    static final int PER_SECOND = 10_000;

    private static final long PER_MILLI = PER_SECOND / 1000;

    /** The time for which traces are paid, with the time between two of them as the unit. */
    private final AtomicLong paidUntil = new AtomicLong();

    /**
     * Spends one trace, if there is one to spend.
     *
     * @param millis the time in milliseconds since 1970; where the clock is set back, the budget begins anew
     */
    boolean spend(long millis) {
        long now = millis * PER_MILLI;
        long paid = paidUntil.get();
        long ahead = paid - now;
        if (ahead == PER_SECOND) {
            return false;
        }
        long from = ahead < 0 || ahead > PER_SECOND ? now : paid;
        // Who loses to another thread takes a trace without paying: that is cheaper than a second try.
        paidUntil.compareAndSet(paid, from + 1);
        return true;
    }
}
