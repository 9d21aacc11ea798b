// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.process;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.verbena.bench.report.Distribution;
import org.verbena.bench.report.Measured;

/** Runs a benchmark of {@code org.verbena.bench.jmh} by JMH in this JVM. */
final class JmhRun {
    private static final String PACKAGE = "org.verbena.bench.jmh.";
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final int WARMUP_ITERATIONS = 3;

    private final String benchmark;
    private final Map<String, String> params;
    private final int threads;

    JmhRun(String benchmark, Map<String, String> params, int threads) {
        this.benchmark = benchmark;
        this.params = params;
        this.threads = threads;
    }

    /**
     * Measures the means of iterations and the garbage of a call. Then samples single calls, if the effort includes
     * time for that.
     */
    Measured measure(
            int operations, int warmupMs, int iterations, int iterationMs, int samplingWarmupMs, int samplingMs)
            throws RunnerException {
        RunResult average = run(options(Mode.AverageTime, warmupMs, iterations, iterationMs));
        Distribution sampled = samplingMs == 0
                ? Distribution.EMPTY
                : distribution(run(options(Mode.SampleTime, samplingWarmupMs, 1, samplingMs)));
        return measured(average, operations, 1, sampled);
    }

    /** Measures the means of iterations and the garbage of a call, over the same number of calls on every machine. */
    Measured measureCalls(int operations, int iterations, int calls) throws RunnerException {
        RunResult batches = run(base(Mode.SingleShotTime)
                .warmupIterations(WARMUP_ITERATIONS)
                .warmupBatchSize(calls)
                .measurementIterations(iterations)
                .measurementBatchSize(calls));
        return measured(batches, operations, calls, Distribution.EMPTY);
    }

    /**
     * Returns the measurements of one operation. JMH measures {@code calls} calls of {@code operations} each as one.
     */
    private static Measured measured(RunResult result, int operations, int calls, Distribution sampled) {
        double divisor = (double) operations * calls;
        List<Double> means = iterations(result).stream()
                .map(each -> each.getPrimaryResult().getScore() / divisor)
                .toList();
        double allocated = median(result, ALLOCATED) / divisor;
        return new Measured(
                means,
                operations,
                sampled,
                Double.isFinite(allocated) ? Map.of(Measured.ALLOCATED, allocated) : Map.of());
    }

    /** Returns the median over several runs of a counter of a benchmark that runs once. */
    double counter(String name, int iterations) throws RunnerException {
        return median(run(base(Mode.SingleShotTime).warmupIterations(1).measurementIterations(iterations)), name);
    }

    private ChainedOptionsBuilder options(Mode mode, int warmupMs, int iterations, int iterationMs) {
        return base(mode)
                .warmupIterations(WARMUP_ITERATIONS)
                .warmupTime(TimeValue.milliseconds(Math.max(1, warmupMs / WARMUP_ITERATIONS)))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.milliseconds(iterationMs));
    }

    private ChainedOptionsBuilder base(Mode mode) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(PACKAGE + benchmark) + "$")
                .mode(mode)
                .timeUnit(TimeUnit.NANOSECONDS)
                .threads(threads)
                // This process is already the fork, started for this benchmark in turn with its counterpart.
                .forks(0)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .addProfiler(GCProfiler.class);
        params.forEach(options::param);
        return options;
    }

    private RunResult run(ChainedOptionsBuilder options) throws RunnerException {
        Collection<RunResult> results = new Runner(options.build()).run();
        if (results.size() != 1) {
            throw new RunnerException("results of " + benchmark + " = " + results.size()
                    + ", limit 1: each parameter must have one value");
        }
        return results.iterator().next();
    }

    private static List<IterationResult> iterations(RunResult result) {
        return List.copyOf(result.getBenchmarkResults().iterator().next().getIterationResults());
    }

    /** Returns the median of the iterations that have the secondary result, or NaN if none has it. */
    private static double median(RunResult result, String secondary) {
        return Measured.median(iterations(result).stream()
                .flatMap(each -> Stream.ofNullable(each.getSecondaryResults().get(secondary)))
                .map(JmhRun::score)
                .toList());
    }

    private static double score(Result<?> result) {
        return result.getScore();
    }

    private static Distribution distribution(RunResult result) {
        Map<Long, Long> counts = new HashMap<>();
        Iterator<Map.Entry<Double, Long>> values =
                result.getPrimaryResult().getStatistics().getRawData();
        values.forEachRemaining(each -> counts.merge(Math.round(each.getKey()), each.getValue(), Long::sum));
        return Distribution.of(counts);
    }
}
