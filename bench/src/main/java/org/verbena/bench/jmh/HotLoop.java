// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * {@code HotLoop WORKLOAD PROVIDER}: runs a benchmark's method endlessly and without JMH, so that its instructions can
 * be inspected. Prints the id of its thread once the JVM has had time to compile the method.
 */
public final class HotLoop {
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int CALLS = 10_000;

    private final PostPoll benchmark = new PostPoll();
    private final PostPoll.Writes loopback = new PostPoll.Writes();

    private HotLoop(String provider) {
        loopback.provider = provider;
        loopback.device = "mlx5_0";
        loopback.size = Loopback.INLINE_SIZE;
        loopback.outstanding = 1;
        loopback.open();
    }

    /**
     * Runs the loop.
     *
     * @param arguments the workload by its name in C, and the provider
     * @throws IOException if /proc does not exist
     */
    public static void main(String[] arguments) throws IOException {
        Runnable calls = new HotLoop(arguments[1]).calls(arguments[0]);
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP.toNanos()) {
            calls.run();
        }
        System.out.println(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName());
        while (true) {
            calls.run();
        }
    }

    private Runnable calls(String workload) {
        return switch (workload) {
            case "post-poll-inline" -> this::postPollInline;
            case "post-poll-sge" -> this::postPollSge;
            case "empty-poll" -> this::emptyPoll;
            default ->
                throw new IllegalArgumentException(
                        "workload = " + workload + ", limit one of post-poll-inline, post-poll-sge, empty-poll");
        };
    }

    private void postPollInline() {
        for (int i = 0; i < CALLS; i++) {
            benchmark.postPollInline(loopback);
        }
    }

    private void postPollSge() {
        for (int i = 0; i < CALLS; i++) {
            benchmark.postPollSge(loopback);
        }
    }

    private void emptyPoll() {
        for (int i = 0; i < CALLS; i++) {
            benchmark.emptyPoll(loopback);
        }
    }
}
