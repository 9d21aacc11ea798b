// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

/**
 * The time for which a waiting call polls before it sleeps. Sleeping and waking takes longer than a round trip, but polling
 * uses a processor. A wait polls if that has ended most of the recent waits. Otherwise one of {@value #PROBE_INTERVAL} waits
 * does. A lock of the owner guards it.
 */
final class AdaptiveSpin {
    private static final int PROBE_INTERVAL = 16;
    private static final int MAX_SCORE = 16;
    private static final int ENOUGH = MAX_SCORE / 2;

    private final long limit;

    /** Rises with each wait that polling has ended, and falls with the others. */
    private int score = ENOUGH;

    private int waits;
    private boolean polls;

    /**
     * Creates the state of a sequence of waits.
     *
     * @param limit the longest time in nanoseconds, 0 for no polling
     */
    AdaptiveSpin(long limit) {
        this.limit = limit;
    }

    /** Begins a wait. Returns for how many nanoseconds it polls. */
    long begin() {
        waits++;
        polls = score >= ENOUGH || waits % PROBE_INTERVAL == 0;
        return polls ? limit : 0;
    }

    /** Lets other threads run between two polls: the peer, or the device, may need this processor. */
    @SuppressWarnings("ThreadPriorityCheck") // only a hint
    static void pause() {
        Thread.yield();
    }

    /**
     * Ends the polling of a wait. On a busy machine, a thread that polls may lose its processor for longer than the limit.
     * Sleeping is faster there, because threads that wake run first.
     *
     * @param ready whether polling ended the wait
     * @param elapsed the duration of the polling in nanoseconds
     */
    void end(boolean ready, long elapsed) {
        if (polls) {
            score = ready && elapsed <= limit ? Math.min(MAX_SCORE, score + 1) : Math.max(0, score - 1);
        }
    }
}
