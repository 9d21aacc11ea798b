package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A block of native memory that at most one call uses at a time. */
final class Block {
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
