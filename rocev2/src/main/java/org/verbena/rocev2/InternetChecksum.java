// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;

/** The checksum of IPv4, TCP and UDP headers: the ones' complement of a sum of 16-bit words (RFC 1071). */
public final class InternetChecksum {
    private static final int ALL_BITS = 0xFFFF;

    private InternetChecksum() {}

    /**
     * Returns the sum of the 16-bit words of a range. A last single byte is the upper half of a word.
     *
     * @param buffer the buffer, in big-endian order; its position is ignored
     * @param from the index of the first byte
     * @param bytes the length of the range in bytes
     * @return the sum, to which the sums of other ranges can be added
     */
    public static long sum(ByteBuffer buffer, int from, int bytes) {
        long sum = 0;
        for (int at = 0; at + 1 < bytes; at += Short.BYTES) {
            sum += Short.toUnsignedInt(buffer.getShort(from + at));
        }
        return bytes % Short.BYTES == 0 ? sum : sum + (Byte.toUnsignedInt(buffer.get(from + bytes - 1)) << Byte.SIZE);
    }

    /**
     * Returns the ones' complement of a ones' complement sum.
     *
     * @param sum the sum of all ranges, not negative
     * @return the checksum, 0..65535; 0 if the ranges contain the right checksum
     */
    public static int complement(long sum) {
        long folded = sum;
        while (folded > ALL_BITS) {
            folded = (folded & ALL_BITS) + (folded >>> Short.SIZE);
        }
        return (int) (~folded & ALL_BITS);
    }
}
