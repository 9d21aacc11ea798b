// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The buffers of one size. The lock of the pool guards it. */
final class SizeClass {
    final int capacity;
    private final List<Chunk> chunks = new ArrayList<>();

    int inUse;

    /** No chunk before this one has a free buffer. */
    int first;

    SizeClass(int capacity) {
        this.capacity = capacity;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    void add(Chunk chunk) {
        chunk.number = chunks.size();
        chunks.add(chunk);
    }

    void remove(Chunk chunk) {
        chunks.remove(chunk);
        for (int i = 0; i < chunks.size(); i++) {
            chunks.get(i).number = i;
        }
        first = 0;
    }

    /** Returns the oldest chunk that has a free buffer, so that later chunks become empty; null if there is none. */
    @Nullable
    Chunk available() {
        while (first < chunks.size()) {
            Chunk chunk = chunks.get(first);
            if (chunk.freeCount > 0) {
                return chunk;
            }
            first++;
        }
        return null;
    }

    PoolStatistics.Size statistics() {
        return new PoolStatistics.Size(
                capacity,
                chunks.size(),
                chunks.stream().mapToInt(Chunk::buffers).sum(),
                inUse);
    }
}
