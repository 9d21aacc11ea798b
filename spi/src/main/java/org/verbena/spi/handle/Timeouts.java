package org.verbena.spi.handle;

import java.time.Duration;

/** Timeouts as numbers. */
final class Timeouts {
    private Timeouts() {}

    /** A duration in nanoseconds; 0 for a negative one, some 146 years for one that is longer. */
    static long nanos(Duration timeout) {
        if (timeout.isNegative()) {
            return 0;
        }
        return timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) > 0 ? Long.MAX_VALUE / 2 : timeout.toNanos();
    }
}
