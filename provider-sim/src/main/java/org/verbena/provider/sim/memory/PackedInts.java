// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import java.nio.ByteOrder;

/** Two four-byte numbers that are adjacent in memory, read or written as one eight-byte number in native byte order. */
public final class PackedInts {
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private static final long LOW = 0xFFFF_FFFFL;

    private PackedInts() {}

    /**
     * Combines two numbers.
     *
     * @param first the number at the lower address
     * @param second the number at the higher address
     * @return the packed numbers
     */
    public static long of(int first, int second) {
        return LITTLE_ENDIAN
                ? (long) second << Integer.SIZE | (first & LOW)
                : (long) first << Integer.SIZE | (second & LOW);
    }

    /**
     * Returns the number at the lower address.
     *
     * @param packed the packed numbers
     * @return the first number
     */
    public static int first(long packed) {
        return (int) (LITTLE_ENDIAN ? packed : packed >>> Integer.SIZE);
    }

    /**
     * Returns the number at the higher address.
     *
     * @param packed the packed numbers
     * @return the second number
     */
    public static int second(long packed) {
        return (int) (LITTLE_ENDIAN ? packed >>> Integer.SIZE : packed);
    }
}
