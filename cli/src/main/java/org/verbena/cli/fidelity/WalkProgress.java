// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.fidelity;

import java.io.PrintWriter;
import org.verbena.cli.command.Progress;
import org.verbena.fidelity.walk.WalkObserver;

/**
 * An observer that shows the progress of a walk, and writes its journal. It shows a progress bar in a terminal, and
 * prints lines at intervals elsewhere.
 */
final class WalkProgress implements WalkObserver {
    private static final int REPORTS = 10;

    private final long steps;
    private final Progress bar;
    private final PrintWriter progress;
    private final PrintWriter journal;
    private long nextReport;

    WalkProgress(long steps, Progress bar, PrintWriter progress, PrintWriter journal) {
        this.steps = steps;
        this.bar = bar;
        this.progress = progress;
        this.journal = journal;
    }

    @Override
    public void begins(long seed, long taken) {
        journal.println("# seed " + seed);
        bar.accept(taken);
        if (!bar.isShown() && taken >= nextReport) {
            progress.printf("%d of %d steps done; the next seed is %d%n", taken, steps, seed);
            progress.flush();
            nextReport = taken + Math.max(1, steps / REPORTS);
        }
    }

    @Override
    public void takes(String step) {
        journal.println(step);
        journal.flush();
    }

    @Override
    public void differsOnce(long seed, String difference) {
        progress.printf("seed %d: ignored a difference that did not occur again: %s%n", seed, difference);
        progress.flush();
    }

    @Override
    public void differs(String reproducer) {
        progress.println(reproducer);
        progress.flush();
    }
}
