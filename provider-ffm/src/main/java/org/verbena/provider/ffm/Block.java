package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Memory that one call at a time uses. */
final class Block {
    private final MemorySegment segment;
    private final @Nullable Arena own;
    private final AtomicBoolean taken = new AtomicBoolean();

    /**
     * Memory that nobody uses.
     *
     * @param segment the memory
     * @param own its arena, if it lasts for one use only
     */
    Block(MemorySegment segment, @Nullable Arena own) {
        this.segment = segment;
        this.own = own;
    }

    MemorySegment segment() {
        return segment;
    }

    /** Takes it, unless somebody else has it. */
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
