package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.verbena.spi.driver.DriverMemory;

/**
 * Memory that the garbage collector frees when neither this nor a buffer on it is reachable.
 *
 * @param segment all of it
 */
record FfmBlock(MemorySegment segment) implements DriverMemory {
    private static final long ALIGNMENT = 4096;

    static FfmBlock allocate(long length) {
        if (length > Long.MAX_VALUE - ALIGNMENT) {
            throw new OutOfMemoryError(length + " bytes");
        }
        return new FfmBlock(Arena.ofAuto().allocate(length, ALIGNMENT));
    }

    @Override
    public long address() {
        return segment.address();
    }

    @Override
    public long length() {
        return segment.byteSize();
    }

    @Override
    public ByteBuffer view(long offset, int length) {
        return segment.asSlice(offset, length).asByteBuffer();
    }
}
