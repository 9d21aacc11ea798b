// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Finds the IPv4 identification that explains the difference of two checksums.
 *
 * <p>A CRC is affine: each bit of the identification changes a fixed set of bits of the checksum, which depends only on
 * the number of bytes behind. The 16 sets are independent, because a CRC-32 detects all bursts of 32 bits. So at most
 * one identification explains a difference. This class keeps the sets of each length in row echelon form.
 */
final class IdentificationFinder {
    /** The bytes of an IPv4 header behind the identification. */
    private static final int REST_OF_HEADER = 14;

    private static final int BITS = Short.SIZE;

    private @Nullable Echelon[] byLength = {};

    /**
     * Returns the identification that changes a checksum by a difference.
     *
     * @param difference the exclusive or of the checksum and the one with identification 0
     * @param udpLength the number of bytes behind the IPv4 header that the checksum covers
     * @return the identification, -1 if there is none
     */
    int find(int difference, int udpLength) {
        if (udpLength >= byLength.length) {
            byLength = Arrays.copyOf(byLength, udpLength + 1);
        }
        Echelon echelon = byLength[udpLength];
        if (echelon == null) {
            echelon = new Echelon(REST_OF_HEADER + udpLength);
            byLength[udpLength] = echelon;
        }
        return echelon.solve(difference);
    }

    /** The row whose highest bit is bit {@code i} is at index {@code i}, with the identification that it stands for. */
    private static final class Echelon {
        private final int[] rows = new int[Integer.SIZE];
        private final int[] identifications = new int[Integer.SIZE];

        Echelon(int bytesBehind) {
            byte[] bytes = new byte[Short.BYTES + bytesBehind];
            int zero = checksum(bytes);
            for (int bit = 0; bit < BITS; bit++) {
                int identification = 1 << bit;
                bytes[0] = (byte) (identification >> Byte.SIZE);
                bytes[1] = (byte) identification;
                add(checksum(bytes) ^ zero, identification);
            }
        }

        private static int checksum(byte[] bytes) {
            CRC32 crc = new CRC32();
            crc.update(bytes);
            return (int) crc.getValue();
        }

        private void add(int effect, int identification) {
            int row = effect;
            int of = identification;
            while (rows[highestBit(row)] != 0) {
                int bit = highestBit(row);
                row ^= rows[bit];
                of ^= identifications[bit];
            }
            rows[highestBit(row)] = row;
            identifications[highestBit(row)] = of;
        }

        int solve(int difference) {
            int rest = difference;
            int identification = 0;
            while (rest != 0) {
                int bit = highestBit(rest);
                if (rows[bit] == 0) {
                    return -1;
                }
                rest ^= rows[bit];
                identification ^= identifications[bit];
            }
            return identification;
        }

        private static int highestBit(int value) {
            return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
        }
    }
}
