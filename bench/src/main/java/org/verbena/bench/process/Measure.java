// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.process;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import org.verbena.bench.report.Distribution;
import org.verbena.bench.report.Measured;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs one benchmark and prints its measurements, as {@code verbena-bench-c} does.
 *
 * <p>Where a JVM takes long to start, {@code --batch FILE} runs several benchmarks. Each line of the file holds the
 * result file and the options, separated by tabs.
 */
@Command(name = "measure")
final class Measure implements Callable<Integer> {
    private static final String BATCH = "--batch";

    // In the second run, only the loop around the benchmark is new to the compiler.
    private static final int WARM_ALREADY = 4;

    private final PrintStream out;

    @Option(names = "--benchmark", required = true)
    private String benchmark = "";

    @Option(names = "--param")
    private Map<String, String> params = new LinkedHashMap<>();

    /** The number of operations of one call. */
    @Option(names = "--operations")
    private int operations = 1;

    @Option(names = "--threads")
    private int threads = 1;

    /** The counter of the benchmark to report instead of times. */
    @Option(names = "--metric")
    private String metric = "";

    @Option(names = "--warmup-ms")
    private int warmupMs = 200;

    /** How long the sampling of single calls warms up; a quarter of {@code --warmup-ms} by default. */
    @Option(names = "--sampling-warmup-ms")
    private int samplingWarmupMs = -1;

    @Option(names = "--iterations")
    private int iterations = 5;

    @Option(names = "--iteration-ms")
    private int iterationMs = 100;

    @Option(names = "--sampling-ms")
    private int samplingMs = 200;

    /** The number of calls of an iteration, instead of times. */
    @Option(names = "--calls")
    private int calls;

    private Measure(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the measurements and ends the JVM.
     *
     * @param args the options
     * @throws IOException if a file of a batch cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        System.exit(
                args.length == 2 && args[0].equals(BATCH)
                        ? batch(Path.of(args[1]))
                        : new CommandLine(new Measure(System.out)).execute(args));
    }

    private static int batch(Path file) throws IOException {
        int status = 0;
        for (String line : Files.readAllLines(file)) {
            List<String> words = List.of(line.split("\t", -1));
            try (PrintStream out = new PrintStream(words.get(0), StandardCharsets.UTF_8)) {
                String[] options = words.subList(1, words.size()).toArray(String[]::new);
                status |= new CommandLine(new Measure(out)).execute(options);
            }
        }
        return status;
    }

    @Override
    public Integer call() throws Exception {
        out.println(measured(new JmhRun(benchmark, params, threads)).toJson());
        return CommandLine.ExitCode.OK;
    }

    private Measured measured(JmhRun run) throws RunnerException {
        if (!metric.isEmpty()) {
            return new Measured(
                    List.of(), operations, Distribution.EMPTY, Map.of(metric, run.counter(metric, iterations)));
        }
        if (calls > 0) {
            return run.measureCalls(operations, iterations, calls);
        }
        return run.measure(
                operations,
                warmupMs,
                iterations,
                iterationMs,
                samplingWarmupMs < 0 ? warmupMs / WARM_ALREADY : samplingWarmupMs,
                samplingMs);
    }
}
