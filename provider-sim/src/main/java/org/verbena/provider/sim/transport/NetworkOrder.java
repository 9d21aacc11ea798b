package org.verbena.provider.sim.transport;

import java.nio.ByteOrder;

/** Numbers in network order, as they look when their bytes are read in the processor's order. */
public final class NetworkOrder {
    private static final boolean SAME = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    private NetworkOrder() {}

    /**
     * Turns a number into what memory shows of it, or back.
     *
     * @param value the number
     * @return the same bytes in the other order
     */
    public static int toMemory(int value) {
        return SAME ? value : Integer.reverseBytes(value);
    }
}
