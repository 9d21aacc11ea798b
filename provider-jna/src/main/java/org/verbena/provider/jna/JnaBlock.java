// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.verbena.spi.DriverMemory;

/**
 * Memory from {@code malloc(3)}. JNA frees it when neither this object nor a buffer of it is reachable.
 *
 * @param allocated the whole allocation, including the padding for alignment
 * @param start the offset of the first aligned byte
 * @param length the number of bytes from {@code start}
 */
record JnaBlock(Memory allocated, long start, long length) implements DriverMemory {
    private static final int ALIGNMENT = 4096;

    static JnaBlock allocate(long length) {
        if (length > Long.MAX_VALUE - ALIGNMENT) {
            throw new OutOfMemoryError("length = " + length + ", limit " + (Long.MAX_VALUE - ALIGNMENT));
        }
        Memory allocated = new Memory(length + ALIGNMENT - 1);
        allocated.clear();
        return new JnaBlock(allocated, -Pointer.nativeValue(allocated) & (ALIGNMENT - 1), length);
    }

    @Override
    public long address() {
        return Pointer.nativeValue(allocated) + start;
    }

    @Override
    public ByteBuffer view(long offset, int bytes) {
        Objects.checkFromIndexSize(offset, bytes, length);
        return allocated.getByteBuffer(start + offset, bytes).order(ByteOrder.BIG_ENDIAN);
    }
}
