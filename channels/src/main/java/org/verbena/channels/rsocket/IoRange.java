// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

/**
 * Memory that is mapped at offsets ({@code struct rs_iomap}). The offsets are those that a writer uses.
 *
 * @param offset the offset of the first byte, 0 or more
 * @param address the address of the first byte, in the process that owns the memory
 * @param key the remote key, 0..4294967295
 * @param length the number of bytes, 0..4294967295
 */
public record IoRange(long offset, long address, long key, long length) {
    /**
     * Returns the number of bytes from an offset to the end.
     *
     * @param from an offset
     * @return the bytes, 0 if the offset is outside the range
     */
    public long rest(long from) {
        return from < offset || from - offset >= length ? 0 : length - (from - offset);
    }

    /** Returns whether all offsets are 0 or more, and all addresses have 64 bits. */
    boolean isInAddressSpace() {
        return offset >= 0
                && offset + length >= 0
                && (length == 0 || Long.compareUnsigned(address, address + length - 1) <= 0);
    }

    /** Returns whether the two ranges have an offset in common. */
    boolean overlaps(IoRange other) {
        return offset < other.offset + other.length && other.offset < offset + length;
    }

    /** Returns the first and the last offset. */
    @Override
    public String toString() {
        return offset + ".." + (offset + length - 1);
    }
}
