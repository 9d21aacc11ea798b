// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.MemoryRegion;
import org.verbena.error.ClosedHandleException;

/**
 * A buffer of a {@link BufferPool}, from the call that takes it until {@link #close} gives it back. Its methods throw
 * {@link ClosedHandleException} afterwards.
 *
 * <p>The pool cannot take back a {@link ByteBuffer} that {@link #view} has returned, or a work request that names the
 * memory. After the close they read and write the bytes of the next owner. The application must drop its views, and
 * must have polled the completions of its work requests, before it closes the buffer. The same applies to a peer that
 * has the {@link #rkey}: it keeps access to the whole chunk.
 *
 * <p>The content is undefined: it can be that of the previous owner. {@link #close} and {@link #transfer} are safe for
 * use by several threads, and exactly one of them takes effect. The other methods are for one thread at a time.
 */
public final class PooledBuffer implements AutoCloseable {
    /** The index of a buffer that this object does not own. */
    static final int NONE = -1;

    // The lock of the pool guards changes. One exists for each buffer in use, so it has as few fields as possible.
    @Nullable
    Chunk chunk;

    volatile int index = NONE;
    private @Nullable ByteBuffer view;

    PooledBuffer() {}

    private Chunk chunk() {
        Chunk current = chunk;
        if (current == null) {
            throw new IllegalStateException("a buffer without memory");
        }
        return current;
    }

    private Chunk openChunk() {
        if (index == NONE) {
            throw closed();
        }
        return chunk();
    }

    private int openIndex() {
        int current = index;
        if (current == NONE) {
            throw closed();
        }
        return current;
    }

    private ClosedHandleException closed() {
        return new ClosedHandleException("ibv_reg_mr", "buffer of " + pool());
    }

    /** {@return the pool, also after close} */
    public BufferPool pool() {
        return chunk().pool;
    }

    /** {@return whether this object owns the buffer; false after {@link #close} or {@link #transfer}} */
    public boolean isOpen() {
        return index != NONE;
    }

    /**
     * Returns the number of bytes.
     *
     * @return the size of the size class, at least the length that was requested
     */
    public int capacity() {
        return openChunk().sizeClass.capacity;
    }

    /**
     * Returns the bytes, in big-endian order with position 0 and limit {@link #capacity}. Each call returns the same
     * object. The first one allocates it.
     *
     * @return a direct buffer, which must not be used after {@link #close}
     */
    public ByteBuffer view() {
        int current = openIndex();
        ByteBuffer known = view;
        if (known == null) {
            known = chunk().view(current).duplicate();
            view = known;
        }
        return known;
    }

    /**
     * Copies bytes into this buffer. Allocates nothing, and changes no position.
     *
     * @param at the first byte in this buffer
     * @param source the buffer with the bytes
     * @param from the first byte in {@code source}, counted from its start
     * @param length the number of bytes
     * @throws IndexOutOfBoundsException if the bytes exceed this buffer or the limit of {@code source}
     */
    public void put(int at, ByteBuffer source, int from, int length) {
        chunk().view(openIndex()).put(at, source, from, length);
    }

    /**
     * Copies bytes out of this buffer. Allocates nothing.
     *
     * @param at the first byte in this buffer
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the bytes exceed this buffer
     */
    public void get(int at, byte[] target) {
        chunk().view(openIndex()).get(at, target);
    }

    /**
     * Returns the memory region for scatter/gather elements, together with {@link #offset}. It holds other buffers of
     * the pool as well.
     *
     * @return the region, which belongs to the pool and which the application must not close
     */
    public MemoryRegion region() {
        return openChunk().region;
    }

    /**
     * Returns the first byte of this buffer in the region.
     *
     * @return the offset from the start of {@link #region}
     */
    public long offset() {
        return chunk().offset(openIndex());
    }

    /**
     * Returns the address of the first byte for work requests and peers.
     *
     * @return {@link MemoryRegion#iova} plus {@link #offset}
     */
    public long address() {
        return chunk().address(openIndex());
    }

    /**
     * Returns the local key.
     *
     * @return {@code lkey} of the region, 0..4294967295
     */
    public long lkey() {
        return openChunk().lkey;
    }

    /**
     * Returns the remote key. It opens the whole region to a peer, if the pool has remote access flags.
     *
     * @return {@code rkey} of the region, 0..4294967295
     */
    public long rkey() {
        return openChunk().rkey;
    }

    /**
     * Passes the buffer to a new owner. This object does not own it any more, so its {@link #close} has no effect. The
     * pool counts the buffer as in use without a gap.
     *
     * @return an object for the same memory
     * @throws ClosedHandleException if this object does not own the buffer
     */
    public PooledBuffer transfer() {
        PooledBuffer next = new PooledBuffer();
        if (!pool().memory.transfer(this, next)) {
            throw closed();
        }
        return next;
    }

    /**
     * Gives the buffer back to the pool. Allocates nothing and makes no driver call, also after the pool was closed. A
     * second call has no effect.
     */
    @Override
    public void close() {
        chunk().pool.memory.giveBack(this);
    }

    @Override
    public String toString() {
        return "buffer of " + chunk().sizeClass.capacity + " bytes of " + pool();
    }
}
