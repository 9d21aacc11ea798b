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
     * @return the pair
     */
    public static long of(int first, int second) {
        return LITTLE_ENDIAN
                ? (long) second << Integer.SIZE | (first & LOW)
                : (long) first << Integer.SIZE | (second & LOW);
    }

    /**
     * Returns the number at the lower address.
     *
     * @param pair the pair
     * @return the first number
     */
    public static int first(long pair) {
        return (int) (LITTLE_ENDIAN ? pair : pair >>> Integer.SIZE);
    }

    /**
     * Returns the number at the higher address.
     *
     * @param pair the pair
     * @return the second number
     */
    public static int second(long pair) {
        return (int) (LITTLE_ENDIAN ? pair >>> Integer.SIZE : pair);
    }
}
