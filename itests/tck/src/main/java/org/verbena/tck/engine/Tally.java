package org.verbena.tck.engine;

/** Counts what became of the behaviours of one run. Safe for use by several threads. */
public final class Tally {
    private int run;
    private int deviations;
    private int notApplicable;
    private int failed;

    synchronized void ran() {
        run++;
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

    /**
     * The number of behaviours that were run, whatever came of it.
     *
     * @return the number
     */
    public synchronized int run() {
        return run;
    }

    /** {@code 143 behaviours run, 2 declared deviations, 12 not applicable, 0 failed}. */
    @Override
    public synchronized String toString() {
        return "%d behaviours run, %d declared deviations, %d not applicable, %d failed"
                .formatted(run, deviations, notApplicable, failed);
    }
}
