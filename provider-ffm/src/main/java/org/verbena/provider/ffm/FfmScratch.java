package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import org.verbena.libibverbs.NativeScratch;

/** Memory of an arena, which clears it. */
record FfmScratch(Arena arena) implements NativeScratch {
    @Override
    public long allocate(long size) {
        return arena.allocate(size, Long.BYTES).address();
    }

    @Override
    public void close() {
        arena.close();
    }
}
