package org.verbena.provider.jna;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.verbena.spi.driver.DriverMemory;

/**
 * Memory of malloc(3), which JNA frees when neither this nor a buffer on it is reachable.
 *
 * @param allocated all of it, with room for the alignment
 * @param start the first byte that is aligned
 * @param length number of bytes from there
 */
record JnaBlock(Memory allocated, long start, long length) implements DriverMemory {
    private static final int ALIGNMENT = 4096;

    static JnaBlock allocate(long length) {
        if (length > Long.MAX_VALUE - ALIGNMENT) {
            throw new OutOfMemoryError(length + " bytes");
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
