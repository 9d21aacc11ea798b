package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.verbena.spi.driver.DriverMemory;

/** Memory for what the builders of a list copy, until the list ends. */
final class BuilderMemory {
    /** More than any device takes inline. */
    static final int MAX_DATA = 1 << 16;

    private final ContextHandle context;
    private final List<WorkMemory> blocks = new ArrayList<>();
    private int used;
    private int block = -1;

    BuilderMemory(ContextHandle context) {
        this.context = context;
    }

    /** Nothing is kept any more; the first block serves again. */
    void reuse() {
        if (blocks.size() > 1) {
            blocks.subList(1, blocks.size()).clear();
        }
        block = blocks.isEmpty() ? -1 : 0;
        used = 0;
    }

    /** Where the last bytes have been kept. */
    DriverMemory last() {
        return blocks.get(block).memory();
    }

    long keep(ByteBuffer data) {
        int at = room(data.remaining());
        blocks.get(block).bytes().put(at, data, data.position(), data.remaining());
        return at;
    }

    long keep(long value) {
        int at = room(Long.BYTES);
        blocks.get(block).bytes().putLong(at, value);
        return at;
    }

    long keep(List<ByteBuffer> data, int length) {
        int at = room(length);
        int next = at;
        for (ByteBuffer part : data) {
            blocks.get(block).bytes().put(next, part, part.position(), part.remaining());
            next += part.remaining();
        }
        return at;
    }

    private int room(int length) {
        if (block < 0 || used + length > MAX_DATA) {
            blocks.add(WorkMemory.allocate(context, "wrStart", MAX_DATA));
            block = blocks.size() - 1;
            used = 0;
        }
        int at = used;
        // The next one is aligned for numbers.
        used += (length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        return at;
    }
}
