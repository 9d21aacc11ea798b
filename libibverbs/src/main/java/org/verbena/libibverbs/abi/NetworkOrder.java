// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** Conversion of numbers in network byte order. All supported processors are little-endian. */
public final class NetworkOrder {
    private NetworkOrder() {}

    /**
     * Converts like {@code htobe32} and {@code be32toh}.
     *
     * @param number the number, of which the lower 32 bits count
     * @return the number with its four bytes reversed
     */
    public static int of(long number) {
        return Integer.reverseBytes((int) number);
    }

    /**
     * Converts like {@code htobe16} and {@code be16toh}.
     *
     * @param number the number, of which the lower 16 bits count
     * @return the number with its two bytes reversed, 0..65535
     */
    public static int of16(int number) {
        return Short.toUnsignedInt(Short.reverseBytes((short) number));
    }
}
