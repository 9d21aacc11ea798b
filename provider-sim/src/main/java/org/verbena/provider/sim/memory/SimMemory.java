package org.verbena.provider.sim.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.spi.driver.DriverMemory;

/** Memory of a simulated device's context. Its address is a fiction that the simulator alone understands. */
public final class SimMemory implements DriverMemory {
    private final MemoryBlock block;
    private final long base;

    /** All of it in one buffer, as work requests and completions always are; null if it has several. */
    private final @Nullable ByteBuffer alone;

    SimMemory(MemoryBlock block) {
        this.block = block;
        this.base = block.base();
        this.alone = block.alone();
    }

    MemoryBlock block() {
        return block;
    }

    @Override
    public long address() {
        return base;
    }

    @Override
    public long length() {
        return block.length();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException if the part is not within the memory, or reaches over a multiple of 1 GiB in
     *     memory of 2 GiB and more, which no buffer of Java can
     */
    @Override
    public ByteBuffer view(long offset, int length) {
        Objects.checkFromIndexSize(offset, length, length());
        if (length == 0) {
            return ByteBuffer.allocateDirect(0);
        }
        return block.chunk(offset).slice(block.position(offset), length).order(ByteOrder.BIG_ENDIAN);
    }

    /**
     * Reads eight bytes in the processor's order.
     *
     * @param offset the first of them
     * @return the number
     */
    public long getLong(long offset) {
        return buffer(offset).getLong(position(offset));
    }

    /**
     * Reads four bytes in the processor's order.
     *
     * @param offset the first of them
     * @return the number
     */
    public int getInt(long offset) {
        return buffer(offset).getInt(position(offset));
    }

    /**
     * Reads two bytes in the processor's order.
     *
     * @param offset the first of them
     * @return the number, 0..65535
     */
    public int getShort(long offset) {
        return Short.toUnsignedInt(buffer(offset).getShort(position(offset)));
    }

    /**
     * Writes eight bytes in the processor's order.
     *
     * @param offset the first of them
     * @param value the number
     */
    public void putLong(long offset, long value) {
        buffer(offset).putLong(position(offset), value);
    }

    /**
     * Writes numbers of eight bytes in the processor's order.
     *
     * @param offset the first byte
     * @param source where they come from
     * @param from the first of them there
     * @param count how many
     */
    public void put(long offset, long[] source, int from, int count) {
        for (int i = 0; i < count; i++) {
            putLong(offset + (long) i * Long.BYTES, source[from + i]);
        }
    }

    /**
     * Copies bytes out of it.
     *
     * @param address the first of them
     * @param length number of bytes
     * @param target where to
     * @param position the first of them there
     * @return whether they lie in this memory
     */
    public boolean copy(long address, int length, ByteBuffer target, int position) {
        return block.copy(address, length, target, position);
    }

    private ByteBuffer buffer(long offset) {
        ByteBuffer whole = alone;
        return whole != null && offset == (int) offset ? whole : block.chunk(offset);
    }

    private int position(long offset) {
        return alone != null && offset == (int) offset ? (int) offset : block.position(offset);
    }
}
