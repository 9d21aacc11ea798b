// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import org.jspecify.annotations.Nullable;
import org.verbena.ProtectionDomain;
import org.verbena.error.VerbsException;
import org.verbena.memory.BufferPool;

/** The pool of a protection domain, which is created at its first use. Safe for use by several threads. */
final class StreamPool {
    private static final int LARGEST_BUFFER = 1 << 20;
    private static final int CHUNK = 1 << 18;

    private final ProtectionDomain pd;
    private final int size;
    private @Nullable BufferPool pool;
    private boolean closed;

    StreamPool(ProtectionDomain pd, int size) {
        this.pd = pd;
        this.size = size;
    }

    /** Returns the pool. After {@link #close}, it accepts no calls. */
    synchronized BufferPool get() {
        BufferPool known = pool;
        if (known == null) {
            known = BufferPool.builder(pd)
                    .largestBuffer(Math.min(LARGEST_BUFFER, size))
                    .chunkSize(CHUNK)
                    .maxRegistered(size)
                    .build();
            if (closed) {
                known.close(); // has no memory yet
            }
            pool = known;
        }
        return known;
    }

    private synchronized @Nullable BufferPool end() {
        closed = true;
        return pool;
    }

    void close() {
        BufferPool last = end();
        if (last != null) {
            try {
                last.closeNow();
            } catch (VerbsException e) {
                StreamRuntime.log("memory of a pool stays registered", e);
            }
        }
    }
}
