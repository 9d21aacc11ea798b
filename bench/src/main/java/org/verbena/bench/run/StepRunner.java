// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Work;
import org.verbena.bench.run.Plan.Effort;

/** Runs steps. A step that fails leaves its error output and no result. */
public interface StepRunner {
    /**
     * Runs the steps in order.
     *
     * @throws IOException if processes cannot be started at all
     */
    void run(List<BenchStep> steps) throws IOException, InterruptedException;

    /**
     * One process that measures.
     *
     * @param name the name of the row, for progress messages
     * @param environment the test environment
     * @param work the work of the process
     * @param effort the duration of the measurements
     * @param variables the environment variables
     * @param result the file for the output
     */
    record BenchStep(
            String name,
            Environment environment,
            Work work,
            Effort effort,
            Map<String, String> variables,
            Path result) {}

    /** Logs the name of the row whenever another row begins. */
    final class Progress {
        private final List<String> names;
        private String current = "";

        Progress(List<BenchStep> steps) {
            names = steps.stream().map(BenchStep::name).distinct().toList();
        }

        void begin(BenchStep step) {
            if (!step.name().equals(current)) {
                current = step.name();
                System.err.println(line(current));
            }
        }

        String line(String name) {
            return "[" + (names.indexOf(name) + 1) + "/" + names.size() + "] " + name;
        }
    }
}
