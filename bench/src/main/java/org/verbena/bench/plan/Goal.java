package org.verbena.bench.plan;

/** What is asked of a row. */
public sealed interface Goal {
    /** Nothing: it is measured. */
    record Measure() implements Goal {}

    /**
     * The time of an operation, as a multiple of the other's.
     *
     * @param limit at most
     */
    record Times(double limit) implements Goal {}

    /**
     * The time of an operation beyond the other's.
     *
     * @param ns at most
     */
    record Above(double ns) implements Goal {}

    /**
     * Operations a second, as a share of the other's.
     *
     * @param share at least
     */
    record RateShare(double share) implements Goal {}

    /**
     * The time of an operation, as a multiple of the other's, between two bounds.
     *
     * @param low at least
     * @param high at most
     */
    record Within(double low, double high) implements Goal {}

    /**
     * The shortest of all times, as a multiple of the other's; and a median that is one that the other has too, in one
     * or another of its processes.
     *
     * @param limit at most
     */
    record Shortest(double limit) implements Goal {}

    /**
     * Operations a second.
     *
     * @param floor at least
     */
    record PerSecond(double floor) implements Goal {}

    /**
     * Something else than a time.
     *
     * @param name what
     * @param limit at most
     * @param unit of both
     * @param shown the limit as the table names it
     * @param guarded whether a smoke run fails that misses it: unlike a time, it is the same on every machine
     */
    record Metric(String name, double limit, String unit, String shown, boolean guarded) implements Goal {}
}
