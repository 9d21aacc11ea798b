// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A rate limit for stack traces. A trace takes about a microsecond, and more for a deep stack. This is negligible
 * compared with the tens to hundreds of microseconds in which the kernel and a device create an object. A simulated
 * object, however, takes only about as long as a trace. The limit keeps traces below 1 % of a processor. Programs on a
 * device, and programs that have just started, get all traces.
 */
final class TraceBudget {
    /** The maximum number of traces per second, and of traces at once. */
    static final int PER_SECOND = 10_000;

    private static final long PER_MILLI = PER_SECOND / 1000;

    /** The time up to which traces are paid for, in units of the interval between two traces. */
    private final AtomicLong paidUntil = new AtomicLong();

    /**
     * Spends one trace, if the budget permits.
     *
     * @param millis the time in milliseconds since 1970; the budget restarts if the clock is set back
     * @return whether the trace may be taken
     */
    boolean spend(long millis) {
        long now = millis * PER_MILLI;
        long paid = paidUntil.get();
        long ahead = paid - now;
        if (ahead == PER_SECOND) {
            return false;
        }
        long from = ahead < 0 || ahead > PER_SECOND ? now : paid;
        // A thread that loses the race takes a trace without paying, which is cheaper than a retry.
        paidUntil.compareAndSet(paid, from + 1);
        return true;
    }
}
