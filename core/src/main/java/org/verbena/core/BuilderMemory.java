// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.verbena.spi.DriverMemory;

/** The memory to which the builders of a list copy data. The copies remain unchanged until the next list starts. */
final class BuilderMemory {
    /** The size of a block in bytes. No device accepts more inline data. */
    static final int MAX_DATA = 1 << 16;

    private final ContextHandle context;
    private final List<WorkMemory> blocks = new ArrayList<>();
    private int used;
    private int block = -1;

    BuilderMemory(ContextHandle context) {
        this.context = context;
    }

    /** Discards all copies and reuses the first block. */
    void reuse() {
        if (blocks.size() > 1) {
            blocks.subList(1, blocks.size()).clear();
        }
        block = blocks.isEmpty() ? -1 : 0;
        used = 0;
    }

    /** Returns the block that contains the last copy. */
    DriverMemory last() {
        return blocks.get(block).memory();
    }

    /** Copies part of a buffer. The caller has read position and limit of the buffer once. */
    long keep(ByteBuffer data, int position, int length) {
        int at = reserve(length);
        blocks.get(block).bytes().put(at, data, position, length);
        return at;
    }

    long keep(long value) {
        int at = reserve(Long.BYTES);
        blocks.get(block).bytes().putLong(at, value);
        return at;
    }

    /** Copies buffers consecutively. No other code refers to these buffers. */
    long keep(ByteBuffer[] parts, int length) {
        int at = reserve(length);
        int next = at;
        for (ByteBuffer part : parts) {
            blocks.get(block).bytes().put(next, part, part.position(), part.remaining());
            next += part.remaining();
        }
        return at;
    }

    private int reserve(int length) {
        if (block < 0 || used + length > MAX_DATA) {
            blocks.add(WorkMemory.allocate(context, "wrStart", MAX_DATA));
            block = blocks.size() - 1;
            used = 0;
        }
        int at = used;
        // Keep the next copy aligned for numbers.
        used += (length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        return at;
    }
}
