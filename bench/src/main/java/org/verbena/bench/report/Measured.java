// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The measurements of one process.
 *
 * @param means nanoseconds of an operation, one mean for each iteration
 * @param operations the number of operations of one call
 * @param sampled nanoseconds of single calls
 * @param metrics the other measured values, by name
 */
public record Measured(List<Double> means, int operations, Distribution sampled, Map<String, Double> metrics) {
    /** The metric of allocated bytes per operation. */
    public static final String ALLOCATED = "allocated_bytes";

    private static final String MEANS = "means_ns";
    private static final String OPERATIONS = "operations";
    private static final String SAMPLED = "sampled_ns";
    private static final String METRICS = "metrics";

    public Measured {
        means = List.copyOf(means);
        metrics = Map.copyOf(metrics);
    }

    /**
     * Parses the output of a process.
     *
     * @throws IllegalArgumentException if the text is not such an output
     */
    static Measured parse(String json) {
        try {
            JsonObject document = JsonParser.object().from(json);
            Map<String, Double> metrics = new HashMap<>();
            JsonObject named = document.getObject(METRICS, new JsonObject());
            named.keySet().forEach(name -> metrics.put(name, named.getDouble(name)));
            return new Measured(
                    means(document.getArray(MEANS)),
                    document.getInt(OPERATIONS),
                    distribution(document.getArray(SAMPLED)),
                    metrics);
        } catch (JsonParserException | NullPointerException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "output of the benchmark = " + json + ", limit a JSON object with "
                            + String.join(", ", MEANS, OPERATIONS, SAMPLED),
                    e);
        }
    }

    private static List<Double> means(JsonArray array) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            means.add(array.getDouble(i));
        }
        return means;
    }

    private static Distribution distribution(JsonArray array) {
        Map<Long, Long> counts = new HashMap<>();
        for (int i = 0; i < array.size(); i++) {
            JsonArray pair = array.getArray(i);
            counts.merge(pair.getLong(0), pair.getLong(1), Long::sum);
        }
        return Distribution.of(counts);
    }

    /** Returns the measurements in JSON, in the format of the C programs. */
    public String toJson() {
        JsonStringWriter json = JsonWriter.string().object().array(MEANS, means);
        json.value(OPERATIONS, operations).array(SAMPLED);
        sampled.counts()
                .forEach((ns, count) -> json.array().value(ns).value(count).end());
        return json.end().object(METRICS, new TreeMap<>(metrics)).end().done();
    }

    /** Returns the median of the iterations, in nanoseconds per operation. */
    double mean() {
        return median(means);
    }

    /**
     * Returns the median, or the mean of the two middle numbers; NaN for an empty collection.
     *
     * @param numbers in any order
     */
    public static double median(Collection<Double> numbers) {
        double[] sorted =
                numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns the nanoseconds per operation that a share of all calls did not exceed. */
    double percentile(double percent) {
        return sampled.percentile(percent) / operations;
    }

    /**
     * Parses the output of {@code ib_write_lat} and {@code ib_send_lat}.
     *
     * <p>The result is the line after the heading that begins with {@code #bytes}. It holds the size, the iterations,
     * and half round trips in microseconds: minimum, maximum, typical, mean, deviation, and two percentiles.
     */
    static final class Perftest {
        private static final double NS = 1000;
        private static final int MIN = 2;
        private static final int TYPICAL = 4;
        private static final int P99 = 7;

        private Perftest() {}

        /**
         * Parses the output. The distribution has three points: the minimum, the median and the 99th percentile.
         *
         * @throws IllegalArgumentException if the text is not such an output
         */
        static Measured parse(String text) {
            String[] words = text.lines()
                    .dropWhile(line -> !line.strip().startsWith("#bytes"))
                    .skip(1)
                    .map(line -> line.strip().split("\\s+"))
                    .findFirst()
                    .filter(each -> each.length > P99)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "output of perftest = " + text + ", limit a line of numbers after the heading #bytes"));
            double[] ns = Arrays.stream(words)
                    .mapToDouble(word -> NS * Double.parseDouble(word))
                    .toArray();
            Map<Long, Long> counts = new HashMap<>();
            counts.merge(Math.round(ns[MIN]), 1L, Long::sum);
            counts.merge(Math.round(ns[TYPICAL]), 97L, Long::sum);
            counts.merge(Math.round(ns[P99]), 2L, Long::sum);
            return new Measured(List.of(ns[TYPICAL]), 1, Distribution.of(counts), Map.of());
        }
    }
}
