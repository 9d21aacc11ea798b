package org.verbena.tck.traffic;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How long something may take. Everything that waits, waits for one of these. */
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

    /** Leaves the processor to a device that is software. */
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
