package org.verbena.bench.run;

import java.io.IOException;
import java.util.List;

/** Runs steps. A step that fails leaves its error output and no result. */
public interface StepRunner {
    /**
     * Runs the steps in order.
     *
     * @throws IOException if processes cannot be started at all
     */
    void run(List<BenchStep> steps) throws IOException, InterruptedException;
}
