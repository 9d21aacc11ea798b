package org.verbena.channels;

/**
 * The time for which a waiting call polls before it sleeps. Sleeping and waking takes longer than a round trip. Polling uses a
 * processor, so after several waits in which it did not help, only one of {@value #PROBE_INTERVAL} waits polls. A lock of the
 * owner guards it.
 */
final class AdaptiveSpin {
    private static final int FAILURES = 4;
    private static final int PROBE_INTERVAL = 16;

    private final long limit;

    /** The waits since polling last helped. */
    private int failures;

    /**
     * Creates the state of a sequence of waits.
     *
     * @param limit the longest time in nanoseconds, 0 for no polling
     */
    AdaptiveSpin(long limit) {
        this.limit = limit;
    }

    /** Returns for how many nanoseconds the next wait polls. */
    long nanos() {
        return failures < FAILURES || failures % PROBE_INTERVAL == 0 ? limit : 0;
    }

    /** Lets other threads run between two polls: the peer, or the device, may need this processor. */
    @SuppressWarnings("ThreadPriorityCheck") // only a hint
    static void pause() {
        Thread.yield();
    }

    /**
     * Records a wait. On a busy machine, a thread that polls may lose its processor for longer than the limit. Sleeping is
     * faster there, because threads that wake run first.
     *
     * @param ready whether polling ended the wait
     * @param elapsed the duration of the polling in nanoseconds
     */
    void ended(boolean ready, long elapsed) {
        failures = ready && elapsed <= limit ? 0 : failures + 1 & Integer.MAX_VALUE;
    }
}
