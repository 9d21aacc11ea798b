// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.nio.ByteOrder;
import java.util.Random;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.Flags;

/** The registered memory of one side, with methods that fill and read it. */
public final class Memory {
    /** The access rights that all operations of a peer need. */
    public static final Flags<AccessFlag> ALL =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    /** The length in bytes: two halves, each for a long message and a global route header. */
    public static final int SIZE = 2 * (64 * 1024 + 4096);

    private final MemoryRegion region;

    private Memory(MemoryRegion region) {
        this.region = region;
    }

    /**
     * Registers new memory of {@link #SIZE} bytes.
     *
     * @param pd its protection domain
     * @param access the access rights; atomics are omitted on a device without them
     * @return the memory, all zero
     */
    public static Memory of(ProtectionDomain pd, Flags<AccessFlag> access) {
        boolean atomics = pd.context().queryDevice().atomicCap() != AtomicCap.NONE;
        return new Memory(pd.allocMr(SIZE, atomics ? access : access.without(AccessFlag.REMOTE_ATOMIC)));
    }

    /** {@return the memory region} */
    public MemoryRegion region() {
        return region;
    }

    /**
     * Returns the address of a byte, for peers and for elements by address.
     *
     * @param offset the byte
     * @return its address
     */
    public long address(long offset) {
        return region.iova() + offset;
    }

    /** {@return the key for peers, {@code rkey}} */
    public long rkey() {
        return region.rkey();
    }

    /** {@return the key for this side, {@code lkey}} */
    public long lkey() {
        return region.lkey();
    }

    /**
     * Fills a part with bytes that are specific to a seed.
     *
     * @param offset the first byte
     * @param length the number of bytes
     * @param seed the seed
     * @return the bytes
     */
    public byte[] fill(long offset, int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        region.view(offset, length).put(bytes);
        return bytes;
    }

    /**
     * Reads a part.
     *
     * @param offset the first byte
     * @param length the number of bytes
     * @return a copy
     */
    public byte[] bytes(long offset, int length) {
        byte[] bytes = new byte[length];
        region.view(offset, length).get(bytes);
        return bytes;
    }

    /**
     * Writes 64 bits in native byte order, as atomic operations do.
     *
     * @param offset the first byte
     * @param value the bits
     */
    public void putLong(long offset, long value) {
        region.view(offset, Long.BYTES).order(ByteOrder.nativeOrder()).putLong(value);
    }

    /**
     * Reads 64 bits in native byte order.
     *
     * @param offset the first byte
     * @return the bits
     */
    public long getLong(long offset) {
        return region.view(offset, Long.BYTES).order(ByteOrder.nativeOrder()).getLong();
    }
}
