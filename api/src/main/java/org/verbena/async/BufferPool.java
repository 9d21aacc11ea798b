package org.verbena.async;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;

/** A pool of buffers of equal size in one registered memory region. */
final class BufferPool {
    private final MemoryRegion region;
    private final int bufferSize;
    private final @Nullable Buffer[] free;
    private int freeCount;

    BufferPool(ProtectionDomain pd, int buffers, int bufferSize) {
        this.bufferSize = bufferSize;
        this.free = new @Nullable Buffer[buffers];
        this.region = pd.allocMr((long) buffers * bufferSize, Flags.of(AccessFlag.LOCAL_WRITE));
        try {
            for (int i = 0; i < buffers; i++) {
                long offset = (long) i * bufferSize;
                free[i] = new Buffer(this, offset, region.view(offset, bufferSize));
            }
        } catch (RuntimeException | Error e) {
            region.close();
            throw e;
        }
        this.freeCount = buffers;
    }

    int bufferSize() {
        return bufferSize;
    }

    MemoryRegion region() {
        return region;
    }

    /** Takes a free buffer; null if there is none. */
    synchronized @Nullable Buffer take() {
        if (freeCount == 0) {
            return null;
        }
        freeCount--;
        return free[freeCount];
    }

    /**
     * Puts a buffer back. Neither allocates nor calls other methods, so that it works when memory or stack is
     * exhausted.
     */
    private synchronized void giveBack(Buffer buffer) {
        free[freeCount] = buffer;
        freeCount++;
    }

    void close() {
        region.close();
    }

    /**
     * A buffer of the pool.
     *
     * @param pool the pool of this buffer
     * @param offset the first byte, counted from the start of the region
     * @param view the bytes of the buffer
     */
    record Buffer(BufferPool pool, long offset, ByteBuffer view) {
        void fill(ByteBuffer data) {
            view.put(0, data, data.position(), data.remaining());
        }

        /** Returns a copy of a range of bytes. */
        ByteBuffer copy(int from, int length) {
            byte[] bytes = new byte[length];
            view.get(from, bytes);
            return ByteBuffer.wrap(bytes);
        }

        void giveBack() {
            pool.giveBack(this);
        }
    }
}
