// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.Table;

/**
 * The result of a ping.
 *
 * @param roundTrips the durations of the measured round trips, in nanoseconds
 * @param lost the number of messages without an answer
 * @param elapsed the total time of the measured round trips
 * @param failure the reason why the ping ended early; empty if it did not
 */
public record PingResult(Histogram roundTrips, long lost, Duration elapsed, Optional<String> failure) {
    private static final Map<String, Double> PERCENTILES = percentiles();
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final int NANOS_PER_MICRO_DIGITS = 3;

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

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("min", 0.0);
        percentiles.put("p50", 50.0);
        percentiles.put("p90", 90.0);
        percentiles.put("p99", 99.0);
        percentiles.put("p99.9", 99.9);
        percentiles.put("max", 100.0);
        return percentiles;
    }

    /** Returns the nanoseconds by percentile. A value is null if no round trip was measured. */
    public Map<String, @Nullable Object> nanos() {
        Map<String, @Nullable Object> nanos = new LinkedHashMap<>();
        PERCENTILES.forEach(
                (name, percentile) -> nanos.put(name, isEmpty() ? null : roundTrips.getValueAtPercentile(percentile)));
        nanos.put("mean", isEmpty() ? null : Math.round(roundTrips.getMean()));
        return nanos;
    }

    /** Returns the whole distribution, in steps that become finer towards 100 %. */
    public List<Map<String, Object>> distribution() {
        List<Map<String, Object>> steps = new ArrayList<>();
        if (isEmpty()) {
            return steps;
        }
        for (HistogramIterationValue step : roundTrips.percentiles(TICKS_PER_HALF_DISTANCE)) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("percentile", step.getPercentileLevelIteratedTo());
            members.put("ns", step.getValueIteratedTo());
            members.put("count", step.getTotalCountToThisValue());
            steps.add(members);
        }
        return steps;
    }

    /** Returns a table of the percentiles, and the numbers of answered and lost messages. */
    public String text() {
        Table table = new Table(List.of("round trip", "microseconds"));
        nanos().forEach((name, nanos) -> table.row(Arrays.asList(name, micros(nanos))));
        return table
                + String.format(
                        Locale.ROOT,
                        "%n%n%d answered, %d lost, %.0f messages/s",
                        answered(),
                        lost,
                        messagesPerSecond());
    }

    private static @Nullable BigDecimal micros(@Nullable Object nanos) {
        return nanos instanceof Long value ? BigDecimal.valueOf(value, NANOS_PER_MICRO_DIGITS) : null;
    }

    private boolean isEmpty() {
        return answered() == 0;
    }
}
