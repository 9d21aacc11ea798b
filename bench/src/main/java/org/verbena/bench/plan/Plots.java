// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Work.CWork;
import org.verbena.bench.plan.Work.JavaWork;

/** Defines the plots of cost against each growing parameter. */
public final class Plots {
    private static final Map<String, String> MANUAL_NIC = Map.of("FAKEVERBS_NIC", "manual");
    private static final String SIMULATOR = "simulator";
    private static final int KIBI = 1024;

    private Plots() {}

    /** Returns all plots. */
    public static List<Plot> all() {
        return List.of(alive(), outstanding(), size(), threads(), pairs());
    }

    private static Plot alive() {
        return new Plot(
                "alive",
                "Queue pairs alive",
                "Create and destroy a queue pair while the given number of queue pairs exists.",
                "queue pairs alive",
                "create + destroy",
                Plots::grouped,
                List.of(
                        line(
                                "alive-ffm",
                                "ffm",
                                IntStream.of(1, 10, 100, 1000, 10_000),
                                live -> JavaWork.of("ControlPath.createQp").with("live", live),
                                live -> CWork.of("create-qp").with("live", live)),
                        simulator(
                                "alive-sim",
                                IntStream.of(1, 10, 100, 1000, 10_000),
                                live -> JavaWork.of("ControlPath.createQp")
                                        .with("provider", "sim")
                                        .with("device", "sim_mlx5_0")
                                        .with("live", live))));
    }

    private static Plot outstanding() {
        return new Plot(
                "outstanding",
                "Outstanding work",
                "Post inline writes of 64 B as one list and poll them. The time is that of one write.",
                "work requests of a list",
                "post + poll, each",
                Plots::grouped,
                List.of(line(
                        "outstanding-ffm",
                        "ffm",
                        IntStream.of(1, 4, 16, 64, 256, 1024, 4096),
                        count -> JavaWork.of("PostPoll.postPollInline")
                                .with("outstanding", count)
                                .operations(count),
                        count -> CWork.of("post-poll-inline").with("outstanding", count))));
    }

    private static Plot size() {
        return new Plot(
                "size",
                "Size of a message",
                "On libmlx5: post a write from 1 SGE and poll it. The copy by the faked NIC takes most of the time of "
                        + "a large message. On the simulator: a send and a receive.",
                "size of the message",
                "post + poll",
                Plots::binary,
                List.of(
                        line(
                                "size-ffm",
                                "ffm",
                                IntStream.of(8, 64, 512, 4 * KIBI, 32 * KIBI, 256 * KIBI, KIBI * KIBI),
                                size -> JavaWork.of("PostPoll.postPollSge").with("size", size),
                                size -> CWork.of("post-poll-sge").with("size", size)),
                        simulator(
                                "size-sim",
                                IntStream.of(8, 64, 512, 4 * KIBI, 32 * KIBI, 256 * KIBI, KIBI * KIBI),
                                size -> JavaWork.of("SimMessages.sendRecvPoll")
                                        .with("qps", 2)
                                        .with("size", size))));
    }

    private static Plot pairs() {
        return new Plot(
                "pairs",
                "Queue pairs in use",
                "Send and receive messages of 64 B through the simulator. The queue pairs take turns.",
                "queue pairs",
                "a message",
                Plots::grouped,
                List.of(simulator(
                        "pairs-sim",
                        IntStream.of(2, 10, 100, 1000, 10_000),
                        qps -> JavaWork.of("SimMessages.sendRecvPoll").with("qps", qps))));
    }

    private static Plot threads() {
        return new Plot(
                "threads",
                "Threads",
                "Each thread has its own context and queue pairs. The threads belong to one process, also in C. All "
                        + "posts take the lock of the faked NIC. Empty polls take no common lock.",
                "threads at once",
                "time of each",
                Plots::grouped,
                List.of(
                        line(
                                "threads-post",
                                "post + poll, ffm",
                                IntStream.of(1, 2),
                                threads ->
                                        JavaWork.of("PostPoll.postPollInline").threads(threads),
                                threads -> CWork.of("post-poll-inline").with("threads", threads)),
                        line(
                                "threads-empty",
                                "empty poll, ffm",
                                IntStream.of(1, 2),
                                threads -> JavaWork.of("PostPoll.emptyPoll").threads(threads),
                                threads -> CWork.of("empty-poll").with("threads", threads))));
    }

    private static Plot.Line line(
            String id, String name, IntStream values, IntFunction<JavaWork> java, IntFunction<CWork> c) {
        return new Plot.Line(
                name,
                values.mapToObj(value -> new Plot.Point(
                                value,
                                Row.of(id + "-" + value, Environment.MLX5, name, java.apply(value))
                                        .beside(c.apply(value))
                                        .variables(MANUAL_NIC)))
                        .toList());
    }

    private static Plot.Line simulator(String id, IntStream values, IntFunction<JavaWork> java) {
        return new Plot.Line(
                SIMULATOR,
                values.mapToObj(value -> new Plot.Point(
                                value, Row.of(id + "-" + value, Environment.SIM, SIMULATOR, java.apply(value))))
                        .toList());
    }

    /** Formats a value in full, with grouped digits: 10 000. */
    private static String grouped(double value) {
        return String.format(Locale.ROOT, "%,d", (long) value).replace(',', '\u2009');
    }

    private static String binary(double value) {
        return Stream.of(Map.entry(KIBI * KIBI, " MiB"), Map.entry(KIBI, " KiB"))
                .filter(unit -> value >= unit.getKey())
                .findFirst()
                .map(unit -> (long) (value / unit.getKey()) + unit.getValue())
                .orElseGet(() -> (long) value + " B");
    }
}
