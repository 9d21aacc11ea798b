// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.util.ArrayList;
import java.util.List;
import org.verbena.bench.plan.Goal;
import org.verbena.bench.plan.Plot;
import org.verbena.bench.plan.Row;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Work.JavaWork;
import org.verbena.bench.run.StepRunner.BenchStep;

/**
 * The extent of a run, and the processes that it requires.
 *
 * @param smoke whether the run only checks that everything works
 * @param rounds the number of rounds, or 0 for the default of the environment
 * @param results the location of the results
 */
public record Plan(boolean smoke, int rounds, Results results) {
    private static final Effort ON_HOST = new Effort(1500, 5, 300, 500);
    private static final Effort IN_GUEST = new Effort(20_000, 5, 1000, 3000);
    // Two ends share two processors with the threads of the devices and with compilers.
    private static final Effort ON_NETWORK = new Effort(5000, 5, 500, 1000);
    private static final Effort SMOKE_ON_HOST = new Effort(600, 1, 100, 100);
    private static final Effort ON_PLOT = new Effort(900, 3, 150, 0);
    private static final Effort SMOKE_ON_PLOT = new Effort(50, 1, 20, 0);
    // Code that allocates nothing once compiled may allocate garbage before that, and JMH allocates in each iteration.
    // The load of the machine determines how many calls fit into a time.
    private static final Effort SMOKE_OF_GARBAGE = Effort.ofCalls(200_000, 3);
    private static final Effort SMOKE_IN_GUEST = new Effort(300, 1, 200, 200);

    // For operations that run much code. The compiler needs more than four seconds for the simulator's code, and forty
    // seconds in the guest for the code of rdma_rxe. After 20 seconds there, writes of channels still became faster.
    private static final int LONG_WARMUP = 5;
    private static final int LONG_WARMUP_IN_GUEST = 3;

    private static final int ROUNDS_ON_HOST = 5;
    private static final int ROUNDS_IN_GUEST = 3;
    private static final int ROUNDS_ON_PLOT = 2;
    // Start times are short and vary.
    private static final int ROUNDS_OF_STARTS = 15;

    /** Returns the processes of a row: in each round one of each side, in alternating order. */
    public List<BenchStep> steps(Row row) {
        return steps(row.id(), row, rounds(row), effort(row));
    }

    /** Returns the processes of a plot; the processes of a point are adjacent. */
    public List<BenchStep> steps(Plot plot) {
        return plot.rows()
                .flatMap(row -> steps(
                        "plot " + plot.id(),
                        row,
                        chosenRounds(ROUNDS_ON_PLOT),
                        smoke ? SMOKE_ON_PLOT : warmedUp(row, ON_PLOT, LONG_WARMUP))
                        .stream())
                .toList();
    }

    private List<BenchStep> steps(String name, Row row, int count, Effort effort) {
        List<BenchStep> steps = new ArrayList<>();
        for (int round = 0; round < count; round++) {
            List<BenchStep> pair = new ArrayList<>();
            pair.add(new BenchStep(
                    name, row.environment(), row.subject(), effort, row.variables(), results.subject(row, round)));
            if (row.yardstick() != null) {
                pair.add(new BenchStep(
                        name,
                        row.environment(),
                        row.yardstick(),
                        effort,
                        row.variables(),
                        results.yardstick(row, round)));
            }
            steps.addAll(round % 2 == 0 ? pair : pair.reversed());
        }
        return steps;
    }

    private int rounds(Row row) {
        return chosenRounds(
                switch (row.environment()) {
                    case MLX5, SIM, NETWORK, CHANNELS -> ROUNDS_ON_HOST;
                    case SOFTROCE -> row.goal() instanceof Goal.Measure ? 1 : ROUNDS_IN_GUEST;
                    case START -> ROUNDS_OF_STARTS;
                });
    }

    private int chosenRounds(int usual) {
        if (smoke) {
            return 1;
        }
        return rounds > 0 ? rounds : usual;
    }

    private Effort effort(Row row) {
        if (row.environment() == Environment.SOFTROCE) {
            return smoke ? SMOKE_IN_GUEST : warmedUp(row, IN_GUEST, LONG_WARMUP_IN_GUEST);
        }
        boolean isNetwork = row.environment() == Environment.NETWORK || row.environment() == Environment.CHANNELS;
        if (!smoke && isNetwork) {
            return ON_NETWORK;
        }
        if (!smoke) {
            return warmedUp(row, ON_HOST, LONG_WARMUP);
        }
        return row.isGuarded() ? SMOKE_OF_GARBAGE : SMOKE_ON_HOST;
    }

    private static Effort warmedUp(Row row, Effort effort, int times) {
        return row.subject() instanceof JavaWork work && work.runsMuchCode() ? effort.warmedUp(times) : effort;
    }

    /**
     * The duration of the measurements of a process.
     *
     * @param warmupMs the warm-up of a Java process in milliseconds
     * @param iterations the number of iterations, each of which yields a mean
     * @param iterationMs the length of an iteration in milliseconds
     * @param samplingMs how long single calls are timed, in milliseconds
     * @param calls the calls of an iteration of a Java process, also of those that warm up; 0 if times limit them
     */
    public record Effort(int warmupMs, int iterations, int iterationMs, int samplingMs, int calls) {
        // A C program warms up caches and predictors, but has no compiler.
        private static final int C_WARMUP_MS = 500;

        Effort(int warmupMs, int iterations, int iterationMs, int samplingMs) {
            this(warmupMs, iterations, iterationMs, samplingMs, 0);
        }

        /** Returns an effort that does not depend on the speed of the machine. */
        static Effort ofCalls(int calls, int iterations) {
            return new Effort(0, iterations, 0, 0, calls);
        }

        /** Returns a copy with the warm-up multiplied by {@code times}. */
        public Effort warmedUp(int times) {
            return new Effort(warmupMs * times, iterations, iterationMs, samplingMs, calls);
        }

        /** Returns the options of a benchmark in Java. */
        public List<String> options() {
            return calls > 0
                    ? List.of("--calls", Integer.toString(calls), "--iterations", Integer.toString(iterations))
                    : options(warmupMs);
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
}
