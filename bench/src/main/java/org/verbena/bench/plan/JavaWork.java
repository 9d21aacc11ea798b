package org.verbena.bench.plan;

import java.util.Map;
import java.util.TreeMap;

/**
 * A benchmark of JMH.
 *
 * @param benchmark class and method
 * @param params its parameters, with those that have several values by themselves
 * @param operations what one call does: so many operations
 * @param threads how many threads do it, each with queue pairs of its own
 * @param metric a counter of the benchmark that is wanted instead of times, or empty
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

    /** Whether it makes, changes or destroys objects. */
    public boolean isControlPath() {
        return benchmark.startsWith("ControlPath.");
    }
}
