// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.verbena.bench.plan.Work.JavaWork;
import org.verbena.bench.run.StepRunner.BenchStep;
import org.verbena.bench.run.StepRunner.Progress;

/**
 * Runs all steps in one start of the emulated machine with rdma_rxe, by a generated script.
 *
 * @see <a href="../itests/softroce/README.md">itests/softroce</a>
 */
public final class GuestRunner implements StepRunner {
    private static final int SECONDS_OF_A_STEP = 300;
    private static final int SECONDS_TO_BOOT = 600;

    private final Checkout checkout;
    private final Commands commands;
    private final Path share;
    private final boolean oneJvm;

    /**
     * Creates a runner for the build of a checkout.
     *
     * @param share the directory that the machine writes to; it contains the results
     * @param oneJvm whether all benchmarks share a JVM, which is already warm and saves the start of many
     */
    public GuestRunner(Checkout checkout, Path share, boolean oneJvm) {
        this.checkout = checkout;
        this.commands = new Commands(checkout);
        this.share = share;
        this.oneJvm = oneJvm;
    }

    @Override
    public void run(List<BenchStep> steps) throws IOException, InterruptedException {
        if (steps.isEmpty()) {
            return;
        }
        for (BenchStep step : steps) {
            Files.createDirectories(step.result().getParent());
        }
        Path script = share.resolve("guest.sh");
        Files.writeString(script, oneJvm ? scriptWithOneJvm(steps) : script(steps));
        System.err.println("verbena-bench: starting the emulated machine");
        int status = new ProcessBuilder(
                        checkout.guestScript("run-guest.sh").toString(),
                        "--share",
                        share.toString(),
                        "--timeout",
                        Integer.toString(SECONDS_TO_BOOT + SECONDS_OF_A_STEP * steps.size()),
                        "--",
                        "bash",
                        script.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            System.err.println("verbena-bench: the emulated machine failed: exit status " + status);
        }
    }

    /** Returns a script that runs the processes in sequence. A process that fails or hangs leaves no result. */
    private String script(List<BenchStep> steps) {
        Progress progress = new Progress(steps);
        StringBuilder script = head();
        String current = "";
        for (BenchStep step : steps) {
            if (!step.name().equals(current)) {
                current = step.name();
                script.append(say(progress.line(current)));
            }
            script.append(call(step.result(), commands.command(step), commands.variables(step)));
        }
        return script.toString();
    }

    private String scriptWithOneJvm(List<BenchStep> steps) throws IOException {
        List<BenchStep> java =
                steps.stream().filter(step -> step.work() instanceof JavaWork).toList();
        List<BenchStep> others = new ArrayList<>(steps);
        others.removeAll(java);
        Path batch = share.resolve("guest-batch");
        Files.writeString(batch, java.stream().map(this::batched).collect(Collectors.joining()));
        return script(others)
                + say("all benchmarks in Java")
                + call(share.resolve("guest-batch.out"), commands.batchInGuest(batch), Map.of());
    }

    private String batched(BenchStep step) {
        List<String> words = new ArrayList<>(List.of(step.result().toString()));
        words.addAll(commands.options(step, (JavaWork) step.work()));
        return String.join("\t", words) + "\n";
    }

    private static StringBuilder head() {
        return new StringBuilder("""
                run() { # RESULT COMMAND...
                    local result=$1
                    shift
                    timeout --kill-after=5 %d "$@" >"$result" 2>"$result.err" || {
                        rm "$result"
                        tail -n 3 "$result.err"
                    }
                }
                """.formatted(SECONDS_OF_A_STEP));
    }

    private static String say(String text) {
        return "echo " + quoted(text) + "\n";
    }

    private static String call(Path result, List<String> command, Map<String, String> variables) {
        List<String> words = new ArrayList<>(List.of("run", result.toString(), "env"));
        variables.forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(command);
        return words.stream().map(GuestRunner::quoted).collect(Collectors.joining(" ", "", "\n"));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
