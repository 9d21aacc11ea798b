// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

/**
 * Decides whether a waiting call polls before it sleeps. Polling saves the time in which a thread wakes up, but it uses
 * a processor, which the device or the peer may need. So the waits of both kinds are timed. Waits poll if that makes
 * them clearly shorter, and the other kind is tried again from time to time. A lock of the owner guards it.
 */
final class AdaptiveSpin {
    /**
     * The last {@value #TRIAL} of {@value #PERIOD} waits are of the other kind. Sleeping can take hundreds of times as
     * long as polling, so the period doubles while waits poll.
     */
    private static final int PERIOD = 512;

    private static final int TRIAL = 8;
    private static final int LONGEST_PERIOD = 1 << 16;

    /** Each new value has this share in a mean, 1 in {@value}, so a trial replaces most of it. */
    private static final int SMOOTHING = 4;

    /** A wait counts at most as twice the mean and 1 in {@value} of the limit. */
    private static final int FIRST_STEP = 64;

    private final long limit;

    /** The mean waits in nanoseconds. At first, a wait that sleeps is assumed to take as long as polling may. */
    private long polled;

    private long slept;
    private int waits;
    private int period = PERIOD;
    private boolean prefersPolling;
    private boolean polls;

    /**
     * Creates the state of a sequence of waits.
     *
     * @param limit the longest time in nanoseconds for which a wait polls, 0 for no polling
     */
    AdaptiveSpin(long limit) {
        this.limit = Math.min(limit, Long.MAX_VALUE / 4); // sums must not overflow
        slept = this.limit;
    }

    /** Begins a wait. Returns for how many nanoseconds it polls. */
    long begin() {
        if (waits == period) {
            waits = 0;
            period = Math.min(2 * period, LONGEST_PERIOD);
        }
        boolean isTrial = waits >= period - TRIAL;
        waits++;
        if (!isTrial) {
            prefersPolling = polled + polled / 4 <= slept;
            if (!prefersPolling && period > PERIOD) {
                period = PERIOD;
                waits = 1;
            }
        }
        polls = prefersPolling != isTrial;
        return polls ? limit : 0;
    }

    /** Lets other threads run between two polls: the peer, or the device, may need this processor. */
    @SuppressWarnings("ThreadPriorityCheck") // only a hint
    static void pause() {
        Thread.yield();
    }

    /**
     * Ends a wait.
     *
     * @param elapsed its whole duration in nanoseconds
     */
    void end(long elapsed) {
        if (polls) {
            polled = mean(polled, elapsed);
        } else {
            slept = mean(slept, elapsed);
        }
    }

    /**
     * Returns a mean after one more wait. A single long one, for an idle peer or without a processor, must not decide.
     */
    private long mean(long before, long elapsed) {
        long counted = Math.min(elapsed, Math.min(2 * limit, 2 * before + limit / FIRST_STEP));
        return before + (counted - before) / SMOOTHING;
    }
}
