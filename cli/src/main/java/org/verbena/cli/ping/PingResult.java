package org.verbena.cli.ping;

import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The result of a ping.
 *
 * @param roundTrips the durations of the measured round trips, in nanoseconds
 * @param lost the number of messages without an answer
 * @param elapsed the total time of the measured round trips
 * @param failure the reason why the ping ended early; empty if it did not
 */
public record PingResult(Histogram roundTrips, long lost, Duration elapsed, Optional<String> failure) {
    /** Returns the number of measured round trips. */
    public long answered() {
        return roundTrips.getTotalCount();
    }

    /** Returns a copy of this result with a failure. */
    PingResult failed(String why) {
        return new PingResult(roundTrips, lost, elapsed, Optional.of(why));
    }

    /** Returns the rate in messages per second and direction. */
    public double messagesPerSecond() {
        double seconds = elapsed.toNanos() / 1e9;
        return seconds > 0 ? answered() / seconds : 0;
    }
}
