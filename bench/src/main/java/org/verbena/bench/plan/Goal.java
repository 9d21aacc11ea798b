// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.plan;

/** The performance goal of a row. */
public sealed interface Goal {
    /** Sets no goal: the row is only measured. */
    record Measure() implements Goal {}

    /**
     * Limits the time of an operation to a multiple of the yardstick's.
     *
     * @param limit the maximum ratio
     */
    record Times(double limit) implements Goal {}

    /**
     * Limits the median time of a single call to a multiple of the yardstick's. A few calls that the machine interrupts
     * do not count.
     *
     * @param limit the maximum ratio
     */
    record Median(double limit) implements Goal {}

    /**
     * Limits the time that an operation takes beyond the yardstick's.
     *
     * @param ns the maximum difference in nanoseconds
     */
    record Above(double ns) implements Goal {}

    /**
     * Requires a share of the yardstick's operations per second.
     *
     * @param share the minimum share
     */
    record RateShare(double share) implements Goal {}

    /**
     * Requires the time of an operation to be within two multiples of the yardstick's.
     *
     * @param low the minimum ratio
     * @param high the maximum ratio
     */
    record Within(double low, double high) implements Goal {}

    /**
     * Limits the shortest of all times to a multiple of the yardstick's shortest. In addition, the median must occur as
     * a median of one of the yardstick's processes.
     *
     * @param limit the maximum ratio
     */
    record Shortest(double limit) implements Goal {}

    /**
     * Requires a number of operations per second.
     *
     * @param floor the minimum
     */
    record PerSecond(double floor) implements Goal {}

    /**
     * Limits a value that is not a time.
     *
     * @param name the name of the metric
     * @param limit the maximum
     * @param unit the unit of the metric and the limit
     * @param shown the text of the limit in the table
     * @param guarded whether a smoke run fails that misses it: unlike a time, it is the same on every machine
     */
    record Metric(String name, double limit, String unit, String shown, boolean guarded) implements Goal {}
}
