package org.verbena.cli.ping;

import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What came of it.
 *
 * @param roundTrips nanoseconds of each measured round trip
 * @param lost messages that no answer came to
 * @param elapsed time of the measured round trips together
 * @param failure what ended it before its time, if anything did
 */
public record PingResult(Histogram roundTrips, long lost, Duration elapsed, Optional<String> failure) {
    /** Round trips that were measured. */
    public long answered() {
        return roundTrips.getTotalCount();
    }

    /** The same, but something went wrong in the end. */
    PingResult failed(String why) {
        return new PingResult(roundTrips, lost, elapsed, Optional.of(why));
    }

    /** Messages in each direction and second. */
    public double messagesPerSecond() {
        double seconds = elapsed.toNanos() / 1e9;
        return seconds > 0 ? answered() / seconds : 0;
    }
}
