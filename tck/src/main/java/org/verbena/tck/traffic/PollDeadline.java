package org.verbena.tck.traffic;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The time limit of a wait. */
final class PollDeadline {
    private static final long PAUSE_NANOS = 50_000;

    private final long end;

    private PollDeadline(long end) {
        this.end = end;
    }

    static PollDeadline in(Duration duration) {
        return new PollDeadline(System.nanoTime() + duration.toNanos());
    }

    boolean hasPassed() {
        return System.nanoTime() - end > 0;
    }

    /** Yields the processor to a device in software. */
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
