// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/** The Toeplitz hash of receive side scaling. */
final class Toeplitz {
    private Toeplitz() {}

    /**
     * Returns the hash. Each set bit of the input contributes the 32 bits of the key that begin at its position. The
     * key is extended with zeroes.
     */
    static int hash(byte[] key, byte[] input, int length) {
        int hash = 0;
        for (int bit = 0; bit < length * Byte.SIZE; bit++) {
            if (((input[bit / Byte.SIZE] >> (Byte.SIZE - 1 - bit % Byte.SIZE)) & 1) != 0) {
                hash ^= window(key, bit);
            }
        }
        return hash;
    }

    private static int window(byte[] key, int bit) {
        long bits = 0;
        for (int i = 0; i <= Integer.BYTES; i++) {
            int at = bit / Byte.SIZE + i;
            bits = bits << Byte.SIZE | (at < key.length ? key[at] & 0xFF : 0);
        }
        return (int) (bits >> (Byte.SIZE - bit % Byte.SIZE));
    }
}
