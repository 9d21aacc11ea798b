package org.verbena.bench.report;

/**
 * Whether a row is what was asked for.
 *
 * @param state whether
 * @param text in words, with what is missing
 */
public record Verdict(State state, String text) {
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

    static Verdict met() {
        return new Verdict(State.MET, "met");
    }

    static Verdict missed(String by) {
        return new Verdict(State.MISSED, "missed by " + by);
    }

    static Verdict atMost(double value, double limit, String shortfall) {
        return value <= limit ? met() : missed(shortfall);
    }
}
