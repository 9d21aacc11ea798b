// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteOrder;

/** Converts numbers in network order to the value that a read in native byte order returns. */
public final class NetworkByteOrder {
    private static final boolean SAME = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    private NetworkByteOrder() {}

    /**
     * Converts a number to its value in memory, or back.
     *
     * @param value the number
     * @return the number with its bytes in the other order, on a little-endian machine
     */
    public static int toMemory(int value) {
        return SAME ? value : Integer.reverseBytes(value);
    }
}
