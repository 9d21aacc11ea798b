package org.verbena.async;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;

/** Registered memory, cut into buffers of one size. */
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

    /** Needs neither memory nor calls, so that it works where either has run out. */
    private synchronized void giveBack(Buffer buffer) {
        free[freeCount] = buffer;
        freeCount++;
    }

    void close() {
        region.close();
    }

    /**
     * A part of the region.
     *
     * @param pool the pool that it belongs to
     * @param offset its first byte, counted from the start of the region
     * @param view its bytes
     */
    record Buffer(BufferPool pool, long offset, ByteBuffer view) {
        void fill(ByteBuffer data) {
            view.put(0, data, data.position(), data.remaining());
        }

        /** Returns a copy of some of its bytes. */
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
