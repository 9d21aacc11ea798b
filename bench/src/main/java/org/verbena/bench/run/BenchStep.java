package org.verbena.bench.run;

import java.nio.file.Path;
import java.util.Map;
import org.verbena.bench.plan.Effort;
import org.verbena.bench.plan.Lane;
import org.verbena.bench.plan.Work;

/**
 * One process that measures.
 *
 * @param name the name of the row, for progress messages
 * @param lane the test environment
 * @param work the work of the process
 * @param effort the duration of the measurements
 * @param environment the environment variables
 * @param result the file for the output
 */
public record BenchStep(
        String name, Lane lane, Work work, Effort effort, Map<String, String> environment, Path result) {}
