// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.spi.work.WcLayout;

/** Completions that were polled before the application requested them. The application receives them first. */
final class HeldCompletions {
    /**
     * Polls one completion and copies it. Returns 1, 0 if the queue is empty, or a negative number if the entry has no
     * known owner.
     */
    @FunctionalInterface
    interface Source {
        int pollTo(HeldCompletion target);
    }

    private final ArrayDeque<HeldCompletion> completions = new ArrayDeque<>(1);

    boolean isEmpty() {
        return completions.isEmpty();
    }

    /**
     * Polls until the queue is empty, but at most the given number of entries. Memory is allocated before each poll, so
     * that no completion is lost if the allocation fails.
     */
    void take(Source source, int most) {
        int polled = 1;
        for (int left = most; polled != 0 && left > 0; left--) {
            HeldCompletion next = new HeldCompletion();
            completions.add(next);
            polled = source.pollTo(next);
            if (polled <= 0) {
                completions.removeLast();
            }
        }
    }

    /**
     * Drops the completions of a queue pair.
     *
     * @return whether any completion was dropped
     */
    boolean drop(long qpNum) {
        return completions.removeIf(completion -> completion.qpNum() == qpNum);
    }

    /** Removes and returns the oldest completion, or returns null if there is none. */
    @Nullable
    HeldCompletion next() {
        return completions.poll();
    }

    /** Moves the oldest completions to an array, at most {@code count}, and returns the number of moved completions. */
    int moveTo(NativeMemory memory, long address, int count) {
        int moved = 0;
        for (HeldCompletion next; moved < count && (next = completions.poll()) != null; moved++) {
            next.copyTo(memory, address + (long) moved * WcLayout.SIZE);
        }
        return moved;
    }
}
