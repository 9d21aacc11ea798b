package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.verbena.libibverbs.call.NativeScratch;

/** Scratch memory from a pooled block. Allocations that do not fit into the block use a dedicated arena. */
final class FfmScratch implements NativeScratch {
    /** Blocks of 2048 bytes. Every struct fits into a block, but arrays may be larger. */
    private static final Blocks BLOCKS = new Blocks(2048);

    private @Nullable Block block = BLOCKS.take();
    private @Nullable Arena beyond;
    private long used;

    @Override
    public long allocate(long size) {
        if (block == null) {
            throw new IllegalStateException("closed");
        }
        MemorySegment segment = block.segment();
        long length = (size + Long.BYTES - 1) & -Long.BYTES;
        if (length > segment.byteSize() - used) {
            return beyond().allocate(size, Long.BYTES).address();
        }
        MemorySegment allocated = segment.asSlice(used, length).fill((byte) 0);
        used += length;
        return allocated.address();
    }

    private Arena beyond() {
        if (beyond == null) {
            beyond = Arena.ofConfined();
        }
        return beyond;
    }

    @Override
    public void close() {
        if (beyond != null) {
            beyond.close();
            beyond = null;
        }
        if (block != null) {
            block.giveBack();
            block = null;
        }
    }
}
