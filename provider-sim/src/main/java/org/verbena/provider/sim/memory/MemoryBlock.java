// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Bytes at consecutive addresses, in one or more buffers of the same size. The last buffer may be smaller. */
public final class MemoryBlock {
    /** A single buffer holds up to 2 GiB - 1. A larger block consists of buffers of 1 GiB. */
    private static final int ALONE_SHIFT = 31;

    private static final int CHUNK_SHIFT = 30;

    /** An address has at most 48 bits. */
    private static final long MOST_CHUNKS = 1L << (48 - CHUNK_SHIFT);

    private final long base;
    private final long length;
    private final int shift;
    private final ByteBuffer[] chunks;
    private final boolean borrowed;

    private MemoryBlock(long base, long length, int shift, ByteBuffer[] chunks, boolean borrowed) {
        this.base = base;
        this.borrowed = borrowed;
        this.length = length;
        this.shift = shift;
        this.chunks = chunks;
    }

    /**
     * Allocates cleared memory, which has no address yet.
     *
     * @throws OutOfMemoryError if the JVM does not have enough memory
     */
    static MemoryBlock allocate(long length) {
        if (length <= Integer.MAX_VALUE) {
            return alone(0, ByteBuffer.allocateDirect((int) length), false);
        }
        long count = ((length - 1) >>> CHUNK_SHIFT) + 1;
        if (count > MOST_CHUNKS) {
            throw new OutOfMemoryError(length + " bytes, limit " + (MOST_CHUNKS << CHUNK_SHIFT));
        }
        ByteBuffer[] chunks = new ByteBuffer[(int) count];
        for (int i = 0; i < count; i++) {
            long rest = length - ((long) i << CHUNK_SHIFT);
            chunks[i] = ByteBuffer.allocateDirect((int) Math.min(rest, 1L << CHUNK_SHIFT))
                    .order(ByteOrder.nativeOrder());
        }
        return new MemoryBlock(0, length, CHUNK_SHIFT, chunks, false);
    }

    /** Returns the same memory at an address. */
    MemoryBlock at(long address) {
        return new MemoryBlock(address, length, shift, chunks, borrowed);
    }

    /** Returns the whole memory of a buffer, regardless of its position and limit. */
    static MemoryBlock over(long base, ByteBuffer buffer) {
        return alone(base, buffer, true);
    }

    private static MemoryBlock alone(long base, ByteBuffer buffer, boolean borrowed) {
        ByteBuffer all = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        return new MemoryBlock(base, all.capacity(), ALONE_SHIFT, new ByteBuffer[] {all}, borrowed);
    }

    /** {@return the address of the first byte} */
    public long base() {
        return base;
    }

    long length() {
        return length;
    }

    boolean isReadOnly() {
        return chunks[0].isReadOnly();
    }

    /** Returns whether the block contains a whole range. */
    boolean contains(long address, long size) {
        long offset = address - base;
        return offset >= 0 && size >= 0 && offset <= length && size <= length - offset;
    }

    /**
     * Returns whether Java can read a range of the block. Memory of an application can belong to a closed arena, to a
     * confined arena of another thread, or to a file that was truncated.
     */
    boolean isReadable(long address, long size) {
        if (!borrowed || size == 0) {
            return true;
        }
        int first = (int) (address - base);
        try {
            chunks[0].get(first);
            chunks[0].get(first + (int) size - 1);
            return true;
        } catch (IndexOutOfBoundsException e) {
            throw e;
        } catch (RuntimeException | InternalError e) {
            return false;
        }
    }

    /** Returns the buffer that holds the whole block, null if there are several buffers. */
    @Nullable
    ByteBuffer alone() {
        return chunks.length == 1 ? chunks[0] : null;
    }

    /** Returns the buffer with the byte at an offset, in native byte order. */
    ByteBuffer chunk(long offset) {
        return chunks[(int) (offset >>> shift)];
    }

    /** Returns the position of the byte at an offset in its {@link #chunk}. */
    int position(long offset) {
        return (int) (offset & (1L << shift) - 1);
    }

    /** Adds a range of this block to a list of places. */
    void append(long address, long size, Segments places) {
        long offset = address - base;
        if (chunks.length == 1 && contains(address, size)) {
            if (size != 0) {
                places.add(chunks[0], (int) offset, (int) size);
            }
            return;
        }
        long left = size;
        while (left > 0) {
            ByteBuffer chunk = chunk(offset);
            int position = position(offset);
            int part = (int) Math.min(left, chunk.capacity() - position);
            places.add(chunk, position, part);
            offset += part;
            left -= part;
        }
    }

    /** Copies a range out of this block. Returns whether the block contains it. */
    boolean copy(long address, int size, ByteBuffer target, int position) {
        if (!contains(address, size)) {
            return false;
        }
        long offset = address - base;
        int done = 0;
        while (done < size) {
            ByteBuffer chunk = chunk(offset + done);
            int at = position(offset + done);
            int part = Math.min(size - done, chunk.capacity() - at);
            target.put(position + done, chunk, at, part);
            done += part;
        }
        return true;
    }
}
