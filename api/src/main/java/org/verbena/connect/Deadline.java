package org.verbena.connect;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.verbena.connect.ConnectorException.Reason;

/** The end of the time that a call has, however many steps it takes. */
final class Deadline {
    private final Duration timeout;
    private final long end;

    private Deadline(Duration timeout, long end) {
        this.timeout = timeout;
        this.end = end;
    }

    /** Starts now; times that do not fit into a count of nanoseconds are as good as endless. */
    static Deadline after(Duration timeout) {
        return new Deadline(
                timeout, System.nanoTime() + Math.min(TimeUnit.NANOSECONDS.convert(timeout), Long.MAX_VALUE / 2));
    }

    /**
     * What is left for a socket, which takes 0 for endless.
     *
     * @param step what is waited for
     * @return 1 or more
     */
    int millis(String step) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
            throw timedOut(step);
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    ConnectorException timedOut(String step) {
        return new ConnectorException(Reason.TIMED_OUT, step + ": nothing within " + timeout);
    }
}
