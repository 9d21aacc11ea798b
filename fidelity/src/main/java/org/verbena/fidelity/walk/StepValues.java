// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import java.util.SplittableRandom;
import org.verbena.attr.VerbsFlag;

/**
 * A source of random values for one step. A tame step uses plausible values only, so that many sequences succeed. A
 * wild step also uses values at and beyond the limits.
 */
final class StepValues {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final int SMALL = 17;

    private final SplittableRandom random;
    private final boolean tame;

    StepValues(SplittableRandom random, boolean tame) {
        this.random = random;
        this.tame = tame;
    }

    boolean isTame() {
        return tame;
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** Returns true once in {@code n} calls on average in wild steps, and false in tame steps. */
    boolean wildly(int n) {
        return !tame && oneIn(n);
    }

    /** Returns the usual value, or in wild steps its opposite once in {@code n} calls on average. */
    boolean mostly(boolean usual, int n) {
        return usual != wildly(n);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns a number for a 32-bit field: mostly small, sometimes of any size below the limit. */
    long number(long limit) {
        if (tame || random.nextInt(100) < 70) {
            return oneIn(3) ? anySize(limit) : random.nextInt((int) Math.min(SMALL, limit + 1));
        }
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1, 2 -> limit - 1 + random.nextInt(3);
            // Rounding changes at powers of two, so draw one of them or a neighbour.
            case 3 -> (1L << random.nextInt(bits(limit) + 2)) - 1 + random.nextInt(3);
            case 4 -> (1L << random.nextInt(32)) - random.nextInt(2);
            default -> UINT32_MAX - random.nextInt(4);
        };
    }

    /**
     * Returns a number for a field whose large values cost a driver time and memory even if it refuses them. For
     * example, libmlx5 fills half a gigabyte before the kernel refuses a completion queue.
     */
    long costly(long limit, int affordable) {
        long number = number(limit);
        return number > affordable && number < 1L << 31 && !oneIn(100) ? number % affordable : number;
    }

    /** Returns a number for an 8-bit or 16-bit field, mostly within its range. */
    int small(int most, int fieldMax) {
        return wildly(12) ? random.nextInt(fieldMax + 1) : random.nextInt(most + 1);
    }

    /**
     * Returns a mask that contains each flag with the same probability. In wild steps it sometimes has a random bit,
     * which may be undefined.
     */
    long mask(VerbsFlag[] flags, int oneInEach) {
        long mask = 0;
        for (VerbsFlag flag : flags) {
            mask |= oneIn(oneInEach) ? flag.mask() : 0;
        }
        return wildly(15) ? mask | 1L << random.nextInt(32) : mask;
    }

    private long anySize(long limit) {
        return limit <= 0 ? 0 : random.nextLong(Math.min(limit, 1L << random.nextInt(bits(limit) + 1)) + 1);
    }

    private static int bits(long limit) {
        return Long.SIZE - Long.numberOfLeadingZeros(limit);
    }
}
