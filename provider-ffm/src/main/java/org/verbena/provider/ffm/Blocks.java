// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A pool of native memory blocks. A call holds one block while it runs. One arena per call would allocate, clear and
 * free memory, which is a large part of the duration of a short verb. Blocks are not bound to threads. Virtual threads
 * can therefore use the pool, and a thread can start a call during another call.
 */
final class Blocks {
    /** The number of blocks, a power of two. Further concurrent calls use dedicated arenas. */
    private static final int COUNT = 16;

    private static final long ALIGNMENT = Long.BYTES;

    private final long size;
    private final Block[] blocks = new Block[COUNT];

    /**
     * Allocates the blocks. The garbage collector frees them after this pool becomes unreachable.
     *
     * @param size the size of each block in bytes
     */
    Blocks(long size) {
        this.size = size;
        MemorySegment all = Arena.ofAuto().allocate(COUNT * size, ALIGNMENT);
        for (int i = 0; i < COUNT; i++) {
            blocks[i] = new Block(all.asSlice(i * size, size), null);
        }
    }

    /**
     * Takes a free block. The caller must return it with {@link Block#giveBack}. A pooled block is not cleared: it
     * still holds the data of its last user.
     */
    Block take() {
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < COUNT; i++) {
            Block block = blocks[(first + i) & (COUNT - 1)];
            if (block.take()) {
                return block;
            }
        }
        Arena own = Arena.ofConfined();
        return new Block(own.allocate(size, ALIGNMENT), own);
    }

    /** A block of native memory that at most one call uses at a time. */
    static final class Block {
        private final MemorySegment segment;
        private final @Nullable Arena own;
        private final AtomicBoolean taken = new AtomicBoolean();

        /**
         * Creates a free block.
         *
         * @param segment the memory
         * @param own the dedicated arena of a block for a single use, or null for a pooled block
         */
        Block(MemorySegment segment, @Nullable Arena own) {
            this.segment = segment;
            this.own = own;
        }

        MemorySegment segment() {
            return segment;
        }

        /** Takes this block and returns true, or returns false if the block is in use. */
        boolean take() {
            return !taken.getPlain() && taken.compareAndSet(false, true);
        }

        void giveBack() {
            if (own == null) {
                taken.setRelease(false);
            } else {
                own.close();
            }
        }
    }
}
