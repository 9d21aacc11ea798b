// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.fuzz;

import java.util.List;
import java.util.SplittableRandom;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;

/** The values of one random request: most are plausible, some are at a limit, and some do not fit into any field. */
final class RandomValues {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;

    // Unlike java.util.Random, it gives unrelated sequences for consecutive seeds.
    private final SplittableRandom random;

    RandomValues(long seed) {
        this.random = new SplittableRandom(seed);
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /**
     * Returns a number for a 32-bit field. Numbers at and just above the limit are rare, because drivers need time and
     * memory for them. libmlx5 fills half a gigabyte before the kernel rejects a completion queue.
     */
    long number(long limit) {
        int kind = random.nextInt(10_000);
        if (kind < 7_000) {
            return random.nextInt(17);
        }
        if (kind < 8_500) {
            return random.nextInt((int) Math.min(Math.max(limit, 1), 256));
        }
        if (kind < 8_503) {
            return (long) (random.nextDouble() * limit);
        }
        if (kind < 8_506) {
            return limit + 1 + random.nextInt(3);
        }
        if (kind < 8_600) {
            // Every power of two and its neighbours, where products wrap around.
            return (1L << random.nextInt(33)) - 1 + random.nextInt(3);
        }
        if (kind < 9_600) {
            return UINT32_MAX - random.nextInt(1 << 20);
        }
        return kind < 9_800 ? UINT32_MAX + 1 + random.nextInt(100) : -1L - random.nextInt(100);
    }

    /** Returns a number for a small field, usually within it. */
    int small(int max) {
        return oneIn(50) ? random.nextInt() : random.nextInt(max + 1);
    }

    /** Returns a choice of flags, sometimes with unknown bits. */
    <E extends Enum<E> & VerbsFlag> Flags<E> flags(Class<E> type) {
        Flags<E> flags = Flags.none(type);
        for (E flag : type.getEnumConstants()) {
            flags = oneIn(5) ? flags.with(flag) : flags;
        }
        return oneIn(30) ? Flags.ofMask(type, flags.mask() | 1L << random.nextInt(64)) : flags;
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
