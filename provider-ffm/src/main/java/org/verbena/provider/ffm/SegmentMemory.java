// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.verbena.spi.DriverMemory;

/**
 * The memory of a segment. The garbage collector frees a segment of an automatic arena when neither this object nor a
 * buffer of it is reachable.
 *
 * @param segment the segment
 * @param address the address of the segment, stored because every post and poll reads it
 */
public record SegmentMemory(MemorySegment segment, long address) implements DriverMemory {
    private static final long ALIGNMENT = 4096;

    /**
     * Creates the memory of a segment.
     *
     * @param segment the segment
     */
    public SegmentMemory(MemorySegment segment) {
        this(segment, segment.address());
    }

    static SegmentMemory allocate(long length) {
        if (length > Long.MAX_VALUE - ALIGNMENT) {
            throw new OutOfMemoryError("length = " + length + ", limit " + (Long.MAX_VALUE - ALIGNMENT));
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
