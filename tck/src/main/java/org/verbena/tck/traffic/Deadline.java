package org.verbena.tck.traffic;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How long something may take. Everything that waits, waits for one of these. */
final class Deadline {
    private static final long PAUSE_NANOS = 50_000;

    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    boolean hasPassed() {
        return System.nanoTime() - end > 0;
    }

    /** Leaves the processor to a device that is software. */
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
