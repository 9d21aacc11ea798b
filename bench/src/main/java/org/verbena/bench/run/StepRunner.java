package org.verbena.bench.run;

import java.io.IOException;
import java.util.List;

/** Runs steps. One that fails leaves no result, and what it said. */
public interface StepRunner {
    /**
     * Runs them in their order.
     *
     * @throws IOException if processes cannot be started at all
     */
    void run(List<BenchStep> steps) throws IOException, InterruptedException;
}
