package org.verbena.bench.plan;

import java.util.List;

/**
 * How long a process measures.
 *
 * @param warmupMs before anything counts, in Java
 * @param iterations how many means are taken
 * @param iterationMs of how long
 * @param samplingMs how long single calls are timed
 */
public record Effort(int warmupMs, int iterations, int iterationMs, int samplingMs) {
    // A program in C has caches and predictors to warm, and no compiler.
    private static final int C_WARMUP_MS = 500;

    /** The same after so many times the warm-up. */
    public Effort warmedUp(int times) {
        return new Effort(warmupMs * times, iterations, iterationMs, samplingMs);
    }

    /** The options of a benchmark in Java. */
    public List<String> options() {
        return options(warmupMs);
    }

    /** The same for C. */
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
