package org.verbena.tck.traffic;

import java.nio.ByteOrder;
import java.util.Random;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.Flags;

/** The registered memory of one side, to be filled and compared. */
public final class Memory {
    /** The access that every operation of a peer needs. */
    public static final Flags<AccessFlag> ALL =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    /** The length in bytes: two halves of a long message and a global route header each. */
    public static final int SIZE = 2 * (64 * 1024 + 4096);

    private final MemoryRegion region;

    private Memory(MemoryRegion region) {
        this.region = region;
    }

    /**
     * New memory of {@link #SIZE} bytes.
     *
     * @param pd its domain
     * @param access what is allowed, but for atomics on a device that has none
     * @return the memory, all zero
     */
    public static Memory of(ProtectionDomain pd, Flags<AccessFlag> access) {
        boolean atomics = pd.context().queryDevice().atomicCap() != AtomicCap.NONE;
        return new Memory(pd.allocMr(SIZE, atomics ? access : access.without(AccessFlag.REMOTE_ATOMIC)));
    }

    /**
     * The region.
     *
     * @return the region
     */
    public MemoryRegion region() {
        return region;
    }

    /**
     * The address of a byte, for peers and for elements by address.
     *
     * @param offset the byte
     * @return its address
     */
    public long address(long offset) {
        return region.iova() + offset;
    }

    /**
     * The key for peers.
     *
     * @return {@code rkey}
     */
    public long rkey() {
        return region.rkey();
    }

    /**
     * The key for this side.
     *
     * @return {@code lkey}
     */
    public long lkey() {
        return region.lkey();
    }

    /**
     * Fills a part with bytes that another seed does not give.
     *
     * @param offset the first byte
     * @param length number of bytes
     * @param seed which bytes
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
     * @param length number of bytes
     * @return a copy
     */
    public byte[] bytes(long offset, int length) {
        byte[] bytes = new byte[length];
        region.view(offset, length).get(bytes);
        return bytes;
    }

    /**
     * Writes 64 bits in the processor's order, as atomics see them.
     *
     * @param offset the first byte
     * @param value the bits
     */
    public void putLong(long offset, long value) {
        region.view(offset, Long.BYTES).order(ByteOrder.nativeOrder()).putLong(value);
    }

    /**
     * Reads 64 bits in the processor's order.
     *
     * @param offset the first byte
     * @return the bits
     */
    public long getLong(long offset) {
        return region.view(offset, Long.BYTES).order(ByteOrder.nativeOrder()).getLong();
    }
}
