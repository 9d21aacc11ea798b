package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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
}
