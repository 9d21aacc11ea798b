// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

/** Rounds as drivers do, for values below 2^62. */
public final class Pow2 {
    private Pow2() {}

    /** Returns the smallest power of two that is at least a number; 1 for numbers below 1. */
    public static long roundUp(long number) {
        return number <= 1 ? 1 : Long.highestOneBit(number - 1) << 1;
    }

    /** Returns the number of usable entries of a ring that keeps one slot empty: 0, 1, 3, 7, ... */
    public static long ring(long entries) {
        return roundUp(entries + 1) - 1;
    }

    /**
     * Rounds up to a multiple of a power of two.
     *
     * @param number the number, not negative
     * @param unit the power of two
     * @return the multiple
     */
    public static long align(long number, long unit) {
        return (number + unit - 1) & -unit;
    }

    /**
     * Rounds down to a multiple of a power of two.
     *
     * @param number the number, not negative
     * @param unit the power of two
     * @return the multiple
     */
    public static long alignDown(long number, long unit) {
        return number & -unit;
    }
}
