package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;

/** Registered memory, cut into buffers of one size. */
final class BufferPool {
    private final MemoryRegion region;
    private final int bufferSize;
    private final BlockingQueue<Buffer> free;

    BufferPool(ProtectionDomain pd, int buffers, int bufferSize) {
        this.region = pd.allocMr((long) buffers * bufferSize, Flags.of(AccessFlag.LOCAL_WRITE));
        this.bufferSize = bufferSize;
        this.free = new ArrayBlockingQueue<>(buffers);
        for (int i = 0; i < buffers; i++) {
            long offset = (long) i * bufferSize;
            free.add(new Buffer(this, offset, region.view(offset, bufferSize)));
        }
    }

    int bufferSize() {
        return bufferSize;
    }

    MemoryRegion region() {
        return region;
    }

    /** A buffer, if one is free. */
    @Nullable
    Buffer take() {
        return free.poll();
    }

    void close() {
        region.close();
    }

    /**
     * A part of the region.
     *
     * @param pool where it belongs
     * @param offset its first byte, counted from the start of the region
     * @param view its bytes
     */
    record Buffer(BufferPool pool, long offset, ByteBuffer view) {
        void fill(ByteBuffer data) {
            view.put(0, data, data.position(), data.remaining());
        }

        /** A copy of some of its bytes. */
        ByteBuffer copy(int from, int length) {
            byte[] bytes = new byte[length];
            view.get(from, bytes);
            return ByteBuffer.wrap(bytes);
        }

        void giveBack() {
            pool.free.add(this);
        }
    }
}
