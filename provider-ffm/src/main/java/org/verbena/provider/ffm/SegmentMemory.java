package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.verbena.spi.driver.DriverMemory;

/**
 * Memory of a segment. One of an automatic arena is freed by the garbage collector when neither this nor a buffer on it
 * is reachable.
 *
 * @param segment all of it
 * @param address where it is; every post and poll asks
 */
public record SegmentMemory(MemorySegment segment, long address) implements DriverMemory {
    private static final long ALIGNMENT = 4096;

    /**
     * Memory of a segment.
     *
     * @param segment all of it
     */
    public SegmentMemory(MemorySegment segment) {
        this(segment, segment.address());
    }

    static SegmentMemory allocate(long length) {
        if (length > Long.MAX_VALUE - ALIGNMENT) {
            throw new OutOfMemoryError(length + " bytes");
        }
        return new SegmentMemory(Arena.ofAuto().allocate(length, ALIGNMENT));
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
