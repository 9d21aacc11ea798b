package org.verbena.provider.sim.memory;

import java.nio.ByteOrder;

/** Two numbers of four bytes next to each other in memory, read or written as one of eight in the processor's order. */
public final class Pair {
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private static final long LOW = 0xFFFF_FFFFL;

    private Pair() {}

    /**
     * Puts two numbers together.
     *
     * @param first that of the lower address
     * @param second that behind it
     * @return both
     */
    public static long of(int first, int second) {
        return LITTLE_ENDIAN
                ? (long) second << Integer.SIZE | (first & LOW)
                : (long) first << Integer.SIZE | (second & LOW);
    }

    /**
     * The number of the lower address.
     *
     * @param pair both
     * @return the first
     */
    public static int first(long pair) {
        return (int) (LITTLE_ENDIAN ? pair : pair >>> Integer.SIZE);
    }

    /**
     * The number behind it.
     *
     * @param pair both
     * @return the second
     */
    public static int second(long pair) {
        return (int) (LITTLE_ENDIAN ? pair >>> Integer.SIZE : pair);
    }
}
