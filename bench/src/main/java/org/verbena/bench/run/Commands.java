// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Work.CWork;
import org.verbena.bench.plan.Work.JavaWork;
import org.verbena.bench.plan.Work.PerftestWork;
import org.verbena.bench.plan.Work.StartWork;
import org.verbena.bench.run.StepRunner.BenchStep;

/** Builds the command line of a step. */
final class Commands {
    private static final String PROCESSES = "org.verbena.bench.process.";

    // Tiered compilation patches code while the other emulated processor runs it, and the JVM crashes. C2 starts only
    // after ten thousand calls by default, which takes minutes there.
    private static final List<String> C2_ONLY = List.of("-XX:-TieredCompilation", "-XX:CompileThresholdScaling=0.02");
    private static final List<String> C1_ONLY = List.of("-XX:TieredStopAtLevel=1");

    private final Checkout checkout;

    Commands(Checkout checkout) {
        this.checkout = checkout;
    }

    List<String> command(BenchStep step) {
        return switch (step.work()) {
            case JavaWork work -> joined(java(flags(step.environment()), "Measure"), options(step, work));
            case CWork work ->
                joined(
                        List.of(checkout.programInC().toString()),
                        work.arguments(),
                        step.effort().optionsInC());
            case StartWork work -> joined(java(flags(step.environment()), work.mainClass()), work.arguments());
            case PerftestWork work -> perftest(work);
        };
    }

    /** Returns the additional environment variables of the process. */
    Map<String, String> variables(BenchStep step) {
        Map<String, String> variables = new TreeMap<>(step.variables());
        if (step.environment() == Environment.MLX5 || step.environment() == Environment.START) {
            variables.put("FAKEVERBS_TREE", checkout.fakedTree().toString());
            variables.put("LD_PRELOAD", checkout.fakedKernel().toString());
        }
        return variables;
    }

    /**
     * Returns the command of a JVM that measures several steps in the guest in sequence. It warms up quickly, but does
     * not reach the best times.
     */
    List<String> batchInGuest(Path file) {
        return joined(java(C1_ONLY, "Measure"), List.of("--batch", file.toString()));
    }

    List<String> options(BenchStep step, JavaWork work) {
        List<String> options = new ArrayList<>(List.of(
                "--benchmark",
                work.benchmark(),
                "--operations",
                Integer.toString(work.operations()),
                "--threads",
                Integer.toString(work.threads())));
        work.params().forEach((name, value) -> options.addAll(List.of("--param", name + "=" + value)));
        if (!work.metric().isEmpty()) {
            options.addAll(List.of("--metric", work.metric()));
        }
        options.addAll(step.effort().options());
        if (work.hasPeer()) {
            // Each run starts another peer, whose code is new to its compiler.
            options.addAll(List.of(
                    "--sampling-warmup-ms", Integer.toString(step.effort().warmupMs())));
        }
        return options;
    }

    /** Returns the command of this JVM with a class of {@code org.verbena.bench.process}. */
    private List<String> java(List<String> flags, String mainClass) {
        return joined(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                flags,
                List.of("--enable-native-access=ALL-UNNAMED", "-cp", checkout.classPath(), PROCESSES + mainClass));
    }

    private static List<String> flags(Environment environment) {
        return environment == Environment.SOFTROCE ? C2_ONLY : List.of();
    }

    /**
     * Returns the command of a server and a client on one machine. The client starts as soon as the server listens or
     * has failed. The client prints; GID 1 is the IPv4 address.
     */
    private static List<String> perftest(PerftestWork work) {
        String program = work.program() + " -d rxe0 -x 1 -F -s " + work.size() + " -I " + work.size() + " -n 5000";
        return List.of(
                "bash",
                "-c",
                program
                        + " >/dev/null & while kill -0 $! && ! ss -Hltn 'sport = :18515' | grep -q .; do sleep 0.1; done; "
                        + program + " 127.0.0.1; status=$?; wait; exit $status");
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // it only reads them
    private static List<String> joined(List<String>... parts) {
        return Arrays.stream(parts).flatMap(List::stream).toList();
    }
}
