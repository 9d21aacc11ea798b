// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.spi.DriverMemory;

/** Memory of a simulated device's context. Its address is fictional and valid only in the simulator. */
public final class SimMemory implements DriverMemory {
    private final MemoryBlock block;
    private final long base;

    /**
     * The buffer of the whole memory, as work requests and completions always have; null if there are several buffers.
     */
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
     * @throws IndexOutOfBoundsException if the part is not within the memory, or if it crosses a multiple of 1 GiB in
     *     memory of 2 GiB or more, which no Java buffer can do
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
     * Reads eight bytes in native byte order.
     *
     * @param offset the offset of the first byte
     * @return the number
     */
    public long getLong(long offset) {
        return buffer(offset).getLong(position(offset));
    }

    /**
     * Reads four bytes in native byte order.
     *
     * @param offset the offset of the first byte
     * @return the number
     */
    public int getInt(long offset) {
        return buffer(offset).getInt(position(offset));
    }

    /**
     * Reads two bytes in native byte order.
     *
     * @param offset the offset of the first byte
     * @return the number, 0..65535
     */
    public int getShort(long offset) {
        return Short.toUnsignedInt(buffer(offset).getShort(position(offset)));
    }

    /**
     * Writes eight bytes in native byte order.
     *
     * @param offset the offset of the first byte
     * @param value the number
     */
    public void putLong(long offset, long value) {
        buffer(offset).putLong(position(offset), value);
    }

    /**
     * Writes eight-byte numbers in native byte order.
     *
     * @param offset the offset of the first byte
     * @param source the array of the numbers
     * @param from the index of the first number in the array
     * @param count the number of numbers
     */
    public void put(long offset, long[] source, int from, int count) {
        for (int i = 0; i < count; i++) {
            putLong(offset + (long) i * Long.BYTES, source[from + i]);
        }
    }

    /**
     * Copies bytes from this memory.
     *
     * @param address the address of the first byte
     * @param length the number of bytes
     * @param target the target buffer
     * @param position the position of the first byte in the target
     * @return whether this memory contains the bytes
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
