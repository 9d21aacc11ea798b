package org.verbena.provider.sim.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.verbena.spi.driver.DriverMemory;

/** Memory of a simulated device's context. Its address is a fiction that the simulator alone understands. */
public final class SimMemory implements DriverMemory {
    private final MemoryBlock block;

    SimMemory(MemoryBlock block) {
        this.block = block;
    }

    MemoryBlock block() {
        return block;
    }

    @Override
    public long address() {
        return block.base();
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
        return block.chunk(offset).getLong(block.position(offset));
    }

    /**
     * Reads four bytes in the processor's order.
     *
     * @param offset the first of them
     * @return the number
     */
    public int getInt(long offset) {
        return block.chunk(offset).getInt(block.position(offset));
    }

    /**
     * Reads two bytes in the processor's order.
     *
     * @param offset the first of them
     * @return the number, 0..65535
     */
    public int getShort(long offset) {
        return Short.toUnsignedInt(block.chunk(offset).getShort(block.position(offset)));
    }

    /**
     * Writes eight bytes in the processor's order.
     *
     * @param offset the first of them
     * @param value the number
     */
    public void putLong(long offset, long value) {
        block.chunk(offset).putLong(block.position(offset), value);
    }

    /**
     * Writes bytes.
     *
     * @param offset the first of them
     * @param source where they come from
     * @param position the first of them there
     * @param length number of bytes
     */
    public void put(long offset, ByteBuffer source, int position, int length) {
        block.chunk(offset).put(block.position(offset), source, position, length);
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
}
