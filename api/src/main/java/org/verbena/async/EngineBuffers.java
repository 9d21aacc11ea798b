// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import org.jspecify.annotations.Nullable;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/** The buffers of an engine: of a pool that belongs to it, or of a pool of the application. */
final class EngineBuffers {
    private final BufferPool pool;
    private final int bufferSize;
    private final boolean owned;
    private final Diagnosis used;

    private EngineBuffers(BufferPool pool, int bufferSize, boolean owned) {
        this.pool = pool;
        this.bufferSize = bufferSize;
        this.owned = owned;
        long bytes = pool.statistics().maxRegistered();
        this.used = SlotCounter.limit(
                "buffers",
                owned ? bytes / bufferSize + " buffers of the engine in use" : bytes + " bytes of the pool in use",
                "the end of an operation gives its buffer back");
    }

    static EngineBuffers of(ProgressEngine.Builder builder) {
        BufferPool shared = builder.pool;
        return shared == null
                ? own(builder.pd, builder.buffers, builder.bufferSize)
                : shared(builder.pd, shared, builder.bufferSize);
    }

    /** Registers a number of buffers at once, so that no call registers memory later. */
    private static EngineBuffers own(ProtectionDomain pd, int buffers, int bufferSize) {
        long bytes = (long) buffers * bufferSize;
        BufferPool pool = BufferPool.builder(pd)
                .smallestBuffer(bufferSize)
                .largestBuffer(bufferSize)
                .chunkSize(bytes)
                .maxRegistered(bytes)
                .build();
        pool.take(bufferSize).close();
        return new EngineBuffers(pool, bufferSize, true);
    }

    /** Uses a pool of the application, and checks that it has such buffers. */
    private static EngineBuffers shared(ProtectionDomain pd, BufferPool pool, int bufferSize) {
        require(pool.pd().equals(pd), "pool", pool.toString(), pd.toString(), "it has the domain of the engine");
        require(
                pool.access().contains(AccessFlag.LOCAL_WRITE),
                "access",
                pool.access().toString(),
                "with LOCAL_WRITE",
                "the device writes received messages into the buffers");
        require(
                bufferSize <= pool.largestBuffer(),
                "buffer_size",
                Integer.toString(bufferSize),
                Integer.toString(pool.largestBuffer()),
                "the pool has buffers of this size");
        return new EngineBuffers(pool, bufferSize, false);
    }

    /** Returns a value between 1 and 1073741824. */
    static int positive(String attribute, int value) {
        require(
                value >= 1 && value <= 1 << 30,
                attribute,
                Integer.toString(value),
                "1..1073741824",
                "at least one is required");
        return value;
    }

    private static void require(boolean holds, String attribute, String value, String limit, String rule) {
        if (!holds) {
            throw new InvalidRequestException(
                    "ibv_create_cq",
                    Errno.EINVAL,
                    "progress engine",
                    new Violation(attribute, value, limit, rule, "org.verbena.async.ProgressEngine"));
        }
    }

    /** Returns the reason why no buffer can be taken. */
    Diagnosis used() {
        return used;
    }

    int bufferSize() {
        return bufferSize;
    }

    /** Takes a buffer for a number of bytes; null if there is none. */
    @Nullable
    PooledBuffer take(int length) {
        return pool.tryTake(length);
    }

    void close() {
        if (owned) {
            pool.closeNow(); // a future that lacks memory completes later, and can still read its buffer
        }
    }
}
