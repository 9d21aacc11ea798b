// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.util.concurrent.atomic.AtomicBoolean;
import org.verbena.MemoryRegion;
import org.verbena.channels.rsocket.IoRange;

/** Memory of the application that the peer of a stream may write. All methods are safe for use by several threads. */
public final class MappedMemory implements AutoCloseable {
    private final StreamMemory memory;
    private final MemoryRegion region;
    private final IoRange range;
    private final AtomicBoolean closed = new AtomicBoolean();

    MappedMemory(StreamMemory memory, MemoryRegion region, IoRange range) {
        this.memory = memory;
        this.region = region;
        this.range = range;
    }

    /**
     * Returns the offset that the peer uses.
     *
     * @return the offset of the first byte
     */
    public long offset() {
        return range.offset();
    }

    /** Ends the access of the peer. Later calls, and calls after the end of the connection, have no effect. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            memory.unmap(region, range);
        }
    }
}
