package org.verbena.bench.report;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
import java.util.ArrayList;
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
            throw new IllegalArgumentException("not what a benchmark prints: " + json, e);
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
        return Medians.of(means);
    }

    /** Returns the nanoseconds per operation that a share of all calls did not exceed. */
    double percentile(double percent) {
        return sampled.percentile(percent) / operations;
    }
}
