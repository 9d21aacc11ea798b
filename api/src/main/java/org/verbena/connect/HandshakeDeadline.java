// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.verbena.connect.ConnectorException.Reason;

/** The deadline of a call, shared by all of its steps. */
final class HandshakeDeadline {
    private final Duration timeout;
    private final long end;

    private HandshakeDeadline(Duration timeout, long end) {
        this.timeout = timeout;
        this.end = end;
    }

    /**
     * Creates a deadline that starts now. Timeouts of {@code Long.MAX_VALUE / 2} nanoseconds or more are practically
     * endless.
     */
    static HandshakeDeadline after(Duration timeout) {
        return new HandshakeDeadline(
                timeout, System.nanoTime() + Math.min(TimeUnit.NANOSECONDS.convert(timeout), Long.MAX_VALUE / 2));
    }

    /**
     * Returns the remaining time as a socket timeout, where 0 would mean no timeout.
     *
     * @param step the step that waits, for messages
     * @return the remaining milliseconds, at least 1
     * @throws ConnectorException if less than one millisecond remains
     */
    int millis(String step) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
            throw timedOut(step);
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    /** Returns the remaining time, see {@link #millis}. */
    Duration left(String step) {
        return Duration.ofMillis(millis(step));
    }

    ConnectorException timedOut(String step) {
        return new ConnectorException(Reason.TIMED_OUT, step + ": no message within " + timeout);
    }
}
