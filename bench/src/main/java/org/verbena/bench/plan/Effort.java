package org.verbena.bench.plan;

import java.util.List;

/**
 * The duration of the measurements of a process.
 *
 * @param warmupMs the warm-up of a Java process in milliseconds
 * @param iterations the number of iterations, each of which yields a mean
 * @param iterationMs the length of an iteration in milliseconds
 * @param samplingMs how long single calls are timed, in milliseconds
 */
public record Effort(int warmupMs, int iterations, int iterationMs, int samplingMs) {
    // A C program warms up caches and predictors, but has no compiler.
    private static final int C_WARMUP_MS = 500;

    /** Returns a copy with the warm-up multiplied by {@code times}. */
    public Effort warmedUp(int times) {
        return new Effort(warmupMs * times, iterations, iterationMs, samplingMs);
    }

    /** Returns the options of a benchmark in Java. */
    public List<String> options() {
        return options(warmupMs);
    }

    /** Returns the options of a benchmark in C. */
    public List<String> optionsInC() {
        return options(Math.min(warmupMs, C_WARMUP_MS));
    }

    private List<String> options(int warmup) {
        return List.of(
                "--warmup-ms",
                Integer.toString(warmup),
                "--iterations",
                Integer.toString(iterations),
                "--iteration-ms",
                Integer.toString(iterationMs),
                "--sampling-ms",
                Integer.toString(samplingMs));
    }
}
