// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.List;
import java.util.SplittableRandom;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;

/** Draws random values near the boundaries at which drivers change their decision. Equal seeds draw equal values. */
final class RandomRequestValues {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final int LITTLE = 5;

    private final SplittableRandom random;

    RandomRequestValues(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /**
     * Draws a 32-bit number: small, near a power of two, near the limit, far beyond the limit, or at most the limit.
     */
    long near(long limit) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(LITTLE);
            case 1, 2, 3 -> beside(1L << random.nextInt(Long.SIZE - Long.numberOfLeadingZeros(limit) + 1));
            case 4 -> beside(limit);
            case 5 -> oneIn(4) ? UINT32_MAX : Math.min(2 * limit, UINT32_MAX);
            default -> random.nextLong(Math.min(limit, UINT32_MAX) + 1);
        };
    }

    private long beside(long number) {
        return Math.min(Math.max(number - 1 + random.nextInt(3), 0), UINT32_MAX);
    }

    /** Draws a number like {@link #near} that fits into a C {@code int}. */
    int nearInt(long limit) {
        return (int) Math.min(near(limit), Integer.MAX_VALUE);
    }

    /** Draws one named flag, or in half of all cases possibly several. */
    <E extends Enum<E> & VerbsFlag> Flags<E> flags(Class<E> type) {
        List<E> all = List.of(type.getEnumConstants());
        Flags<E> some = Flags.of(one(all));
        if (oneIn(2)) {
            for (E flag : all) {
                some = oneIn(4) ? some.with(flag) : some;
            }
        }
        return some;
    }
}
