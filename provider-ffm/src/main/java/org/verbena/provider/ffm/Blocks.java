package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory that calls share: a call takes a block for as long as it lasts. An arena for each would allocate, clear
 * and free, which takes a good part of the time of a short verb. The blocks belong to no thread, so that virtual threads
 * find some as well, and a thread that is within one call can begin another.
 */
final class Blocks {
    /** A power of two: more than this many calls at once take arenas of their own. */
    private static final int COUNT = 16;

    private static final long ALIGNMENT = Long.BYTES;

    private final long size;
    private final Block[] blocks = new Block[COUNT];

    /**
     * Allocates the blocks, for as long as this is reachable.
     *
     * @param size the size of each in bytes
     */
    Blocks(long size) {
        this.size = size;
        MemorySegment all = Arena.ofAuto().allocate(COUNT * size, ALIGNMENT);
        for (int i = 0; i < COUNT; i++) {
            blocks[i] = new Block(all.asSlice(i * size, size), null);
        }
    }

    /** Takes a block that nobody uses; {@link Block#giveBack} is for the caller. It holds what its last user left. */
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
