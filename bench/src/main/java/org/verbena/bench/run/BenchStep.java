package org.verbena.bench.run;

import java.nio.file.Path;
import java.util.Map;
import org.verbena.bench.plan.Effort;
import org.verbena.bench.plan.Lane;
import org.verbena.bench.plan.Work;

/**
 * One process that measures.
 *
 * @param name what it belongs to, for whoever waits
 * @param lane where it runs
 * @param work what it does
 * @param effort how long
 * @param environment its variables
 * @param result the file for what it prints
 */
public record BenchStep(String name, Lane lane, Work work, Effort effort, Map<String, String> environment, Path result) {}
