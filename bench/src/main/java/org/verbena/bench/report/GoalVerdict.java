package org.verbena.bench.report;

/**
 * Whether a row is what was asked for.
 *
 * @param state whether
 * @param text in words, with what is missing
 */
public record GoalVerdict(State state, String text) {
    /** Whether. */
    public enum State {
        /** It is. */
        MET,
        /** It is not. */
        MISSED,
        /** Nothing was asked. */
        MEASURED,
        /** Nothing is known. */
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
