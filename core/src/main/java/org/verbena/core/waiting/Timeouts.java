// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.waiting;

import java.time.Duration;

/** Converts timeouts to numbers. */
public final class Timeouts {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

    private Timeouts() {}

    /** Returns a duration in nanoseconds: 0 for a negative duration, and at most about 146 years. */
    static long nanos(Duration timeout) {
        if (timeout.isNegative()) {
            return 0;
        }
        return timeout.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : timeout.toNanos();
    }
}
