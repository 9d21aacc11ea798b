package org.verbena.bench.plan;

import java.util.List;

/**
 * How long a process measures.
 *
 * @param warmupMs before anything counts
 * @param iterations how many means are taken
 * @param iterationMs of how long
 * @param samplingMs how long single calls are timed
 */
public record Effort(int warmupMs, int iterations, int iterationMs, int samplingMs) {
    /** The same options for both programs. */
    public List<String> options() {
        return List.of(
                "--warmup-ms",
                Integer.toString(warmupMs),
                "--iterations",
                Integer.toString(iterations),
                "--iteration-ms",
                Integer.toString(iterationMs),
                "--sampling-ms",
                Integer.toString(samplingMs));
    }
}
