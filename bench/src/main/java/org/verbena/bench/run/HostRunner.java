// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.verbena.bench.plan.Work.StartWork;
import org.verbena.bench.report.Distribution;
import org.verbena.bench.report.Measured;
import org.verbena.bench.run.StepRunner.BenchStep;
import org.verbena.bench.run.StepRunner.Progress;

/** Runs steps on this machine, one process after the other. */
public final class HostRunner implements StepRunner {
    private static final int SECONDS = 180;

    private final Commands commands;

    /** Creates a runner for the build of a checkout. */
    public HostRunner(Checkout checkout) {
        this.commands = new Commands(checkout);
    }

    @Override
    public void run(List<BenchStep> steps) throws IOException, InterruptedException {
        Progress progress = new Progress(steps);
        for (BenchStep step : steps) {
            progress.begin(step);
            run(step);
        }
    }

    private void run(BenchStep step) throws IOException, InterruptedException {
        Files.createDirectories(step.result().getParent());
        ProcessBuilder builder = new ProcessBuilder(commands.command(step))
                .redirectOutput(step.result().toFile())
                .redirectError(Results.errors(step.result()).toFile());
        builder.environment().putAll(commands.variables(step));
        long start = System.nanoTime();
        Process process = builder.start();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        long ns = System.nanoTime() - start;
        if (!ended) {
            process.destroyForcibly().waitFor();
            Files.writeString(
                    Results.errors(step.result()),
                    "the runner stopped the process: time limit " + SECONDS + " seconds");
        }
        if (!ended || process.exitValue() != 0) {
            Files.delete(step.result());
        } else if (step.work() instanceof StartWork) {
            Measured timed = new Measured(List.of((double) ns), 1, Distribution.of(Map.of(ns, 1L)), Map.of());
            Files.writeString(step.result(), timed.toJson());
        }
    }
}
