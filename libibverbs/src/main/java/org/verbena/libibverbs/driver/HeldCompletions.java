package org.verbena.libibverbs.driver;

import java.util.ArrayDeque;
import java.util.Deque;
import org.verbena.libibverbs.NativeMemory;
import org.verbena.spi.work.WcLayout;

/** Completions that were polled before the application asked for them; it gets them first. */
final class HeldCompletions {
    private final NativeMemory memory;
    private final Deque<byte[]> completions = new ArrayDeque<>();

    HeldCompletions(NativeMemory memory) {
        this.memory = memory;
    }

    boolean isEmpty() {
        return completions.isEmpty();
    }

    /** Takes over the {@code struct ibv_wc} at an address. */
    void add(long address) {
        byte[] completion = new byte[WcLayout.SIZE];
        memory.get(address, completion);
        completions.add(completion);
    }

    /** Hands out the oldest ones, so many at most; answers how many. */
    int moveTo(long address, int count) {
        int moved = 0;
        while (moved < count && !completions.isEmpty()) {
            memory.put(address + (long) moved * WcLayout.SIZE, completions.remove());
            moved++;
        }
        return moved;
    }
}
