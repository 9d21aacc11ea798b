package org.verbena.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.ping.PingResult;
import org.verbena.cli.text.Table;

/** The durations of round trips, as text and as JSON members. */
final class RoundTrips {
    private static final Map<String, Double> PERCENTILES = percentiles();
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final int NANOS_PER_MICRO_DIGITS = 3;

    private final PingResult result;

    RoundTrips(PingResult result) {
        this.result = result;
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
    Map<String, @Nullable Object> nanos() {
        Histogram histogram = result.roundTrips();
        Map<String, @Nullable Object> nanos = new LinkedHashMap<>();
        PERCENTILES.forEach(
                (name, percentile) -> nanos.put(name, isEmpty() ? null : histogram.getValueAtPercentile(percentile)));
        nanos.put("mean", isEmpty() ? null : Math.round(histogram.getMean()));
        return nanos;
    }

    /** Returns the whole distribution, in steps that become finer towards 100 %. */
    List<Map<String, Object>> distribution() {
        List<Map<String, Object>> steps = new ArrayList<>();
        if (isEmpty()) {
            return steps;
        }
        for (HistogramIterationValue step : result.roundTrips().percentiles(TICKS_PER_HALF_DISTANCE)) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("percentile", step.getPercentileLevelIteratedTo());
            members.put("ns", step.getValueIteratedTo());
            members.put("count", step.getTotalCountToThisValue());
            steps.add(members);
        }
        return steps;
    }

    String text() {
        Table table = new Table(List.of("round trip", "microseconds"));
        nanos().forEach((name, nanos) -> table.row(Arrays.asList(name, micros(nanos))));
        return table
                + String.format(
                        Locale.ROOT,
                        "%n%n%d answered, %d lost, %.0f messages/s",
                        result.answered(),
                        result.lost(),
                        result.messagesPerSecond());
    }

    private static @Nullable BigDecimal micros(@Nullable Object nanos) {
        return nanos instanceof Long value ? BigDecimal.valueOf(value, NANOS_PER_MICRO_DIGITS) : null;
    }

    private boolean isEmpty() {
        return result.answered() == 0;
    }
}
