package org.verbena.bench.plan;

import java.util.Map;
import java.util.TreeMap;

/**
 * A JMH benchmark.
 *
 * @param benchmark the class and method
 * @param params the JMH parameters, one value for each
 * @param operations the number of operations of one call
 * @param threads the number of threads, each with its own queue pairs
 * @param metric the counter of the benchmark to report instead of times, or an empty string
 */
public record JavaWork(String benchmark, Map<String, String> params, int operations, int threads, String metric)
        implements Work {
    static JavaWork of(String benchmark) {
        return new JavaWork(benchmark, Map.of(), 1, 1, "");
    }

    JavaWork with(String param, Object value) {
        Map<String, String> more = new TreeMap<>(params);
        more.put(param, value.toString());
        return new JavaWork(benchmark, more, operations, threads, metric);
    }

    JavaWork operations(int number) {
        return new JavaWork(benchmark, params, number, threads, metric);
    }

    JavaWork threads(int number) {
        return new JavaWork(benchmark, params, operations, number, metric);
    }

    JavaWork metric(String name) {
        return new JavaWork(benchmark, params, operations, threads, name);
    }

    /** Returns whether the benchmark creates, modifies or destroys objects. */
    public boolean isControlPath() {
        return benchmark.startsWith("ControlPath.");
    }
}
