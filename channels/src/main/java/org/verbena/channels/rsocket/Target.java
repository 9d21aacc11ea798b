// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

/**
 * Memory of the peer as a target of RDMA writes. It is never an address of this process.
 *
 * @param address the address of the first byte
 * @param key the remote key, 0..4294967295
 * @param length the number of bytes, or of entries of a list
 */
public record Target(long address, long key, int length) {
    /** No memory. */
    public static final Target NONE = new Target(0, 0, 0);

    /**
     * {@return whether the bytes are within the address space; false for a negative length, and if the last address
     * exceeds 64 bits}
     */
    public boolean isInAddressSpace() {
        return length >= 0 && Long.compareUnsigned(address, address + length) <= 0;
    }
}
