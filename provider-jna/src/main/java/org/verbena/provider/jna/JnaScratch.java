package org.verbena.provider.jna;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import org.verbena.libibverbs.call.NativeScratch;

/** Zeroed scratch memory from {@code malloc(3)}. */
final class JnaScratch implements NativeScratch {
    private final List<Memory> blocks = new ArrayList<>();

    @Override
    public long allocate(long size) {
        Memory block = new Memory(size);
        block.clear();
        blocks.add(block);
        return Pointer.nativeValue(block);
    }

    @Override
    public void close() {
        blocks.forEach(Memory::close);
    }
}
