// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.ArrayList;
import java.util.List;

/** Counts the outcomes of the behaviours of one run. Thread-safe. */
public final class OutcomeTally {
    private final List<String> dataPath = new ArrayList<>();
    private int run;
    private int deviations;
    private int notApplicable;
    private int failed;
    private long acceptedWork;

    synchronized void ran(RunnableBehaviour showing) {
        run++;
        if (showing.movesData()) {
            dataPath.add(showing.id());
        }
    }

    synchronized void deviated() {
        deviations++;
    }

    synchronized void wasNotApplicable() {
        notApplicable++;
    }

    synchronized void failed() {
        failed++;
    }

    synchronized void accepted(long workRequests) {
        acceptedWork += workRequests;
    }

    /** {@return the number of accepted work requests, all of which are accounted for} */
    public synchronized long acceptedWork() {
        return acceptedWork;
    }

    /** {@return the number of behaviours that were run, with any outcome} */
    public synchronized int run() {
        return run;
    }

    /**
     * Returns the behaviours of the data path that were run, with any outcome.
     *
     * @return their ids in the order in which they ran
     */
    public synchronized List<String> dataPath() {
        return List.copyOf(dataPath);
    }

    /**
     * Returns {@code 243 behaviours run (143 control path, 100 data path), 2 declared deviations, 12 not applicable, 0
     * failed}.
     */
    @Override
    public synchronized String toString() {
        return "%d behaviours run (%d control path, %d data path), %d declared deviations, %d not applicable, %d failed"
                .formatted(run, run - dataPath.size(), dataPath.size(), deviations, notApplicable, failed);
    }
}
