package org.verbena.bench.report;

/**
 * The verdict on the goal of a row.
 *
 * @param state whether the row meets its goal
 * @param text the verdict in words, with the amount by which the row misses its goal
 */
public record GoalVerdict(State state, String text) {
    /** The result of comparing a row with its goal. */
    public enum State {
        /** The row meets its goal. */
        MET,
        /** The row misses its goal. */
        MISSED,
        /** The row has no goal. */
        MEASURED,
        /** The row has no result. */
        UNKNOWN
    }

    static GoalVerdict met() {
        return new GoalVerdict(State.MET, "met");
    }

    static GoalVerdict missed(String by) {
        return new GoalVerdict(State.MISSED, "missed by " + by);
    }

    static GoalVerdict atMost(double value, double limit, String shortfall) {
        return value <= limit ? met() : missed(shortfall);
    }
}
