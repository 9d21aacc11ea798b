package org.verbena.spi.model;

/** Rounding as drivers do it, on numbers below 2^62. */
final class Pow2 {
    private Pow2() {}

    /** The smallest power of two that is not below a positive number. */
    static long roundUp(long number) {
        return number <= 1 ? 1 : Long.highestOneBit(number - 1) << 1;
    }

    /** The entries of a ring that keeps one slot empty: 0, 1, 3, 7, ... */
    static long ring(long entries) {
        return roundUp(entries + 1) - 1;
    }

    /** The next multiple of a power of two. */
    static long align(long number, long unit) {
        return (number + unit - 1) & -unit;
    }

    /** The last multiple of a power of two. */
    static long alignDown(long number, long unit) {
        return number & -unit;
    }
}
