// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.channels.rsocket.IoRange;
import org.verbena.channels.rsocket.PeerIoMap;
import org.verbena.error.Violation;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/**
 * The memory of a stream beside its rings: pooled buffers that the device sends in place, and memory that the
 * application or the peer has mapped. All methods are safe for use by several threads, and none waits.
 */
public final class StreamMemory {
    private final RdmaStream stream;
    private final StreamResources resources;
    private final StreamState state;
    private final ReentrantLock lock;

    /** The lock is that of the stream, and guards the state. */
    StreamMemory(RdmaStream stream, StreamResources resources, StreamState state, ReentrantLock lock) {
        this.stream = stream;
        this.resources = resources;
        this.state = state;
        this.lock = lock;
    }

    // ---------------------------------------------------------------- lending

    /** {@return the protection domain of the connection, also after the end} */
    public ProtectionDomain pd() {
        return resources.pd;
    }

    /** {@return the pool in the protection domain of the connection, which is closed if the connection has ended} */
    public BufferPool bufferPool() {
        return resources.pool.get();
    }

    /**
     * Takes a buffer from its owner, and sends a part of it in place. The bytes that cannot be posted now follow later.
     *
     * @param buffer a buffer in the domain of the connection
     * @param offset the first byte in the buffer
     * @param length the number of bytes
     * @return false if no byte can be posted now; the buffer then still belongs to the caller
     * @throws IOException if the connection has ended, or this stream is closed; as for false
     */
    public boolean lend(PooledBuffer buffer, int offset, int length) throws IOException {
        boolean isLent;
        lock.lock();
        try {
            isLent = state.lend(buffer, offset, length);
        } finally {
            lock.unlock();
        }
        if (isLent) {
            stream.react(0); // requests the events with which the buffer returns
        }
        return isLent;
    }

    /**
     * Returns whether bytes of a lent buffer are not posted.
     *
     * @return false if all bytes are posted
     * @throws IOException if they were given up, because the connection has ended
     */
    public boolean isLentWaiting() throws IOException {
        lock.lock();
        try {
            return state.isLentWaiting();
        } finally {
            lock.unlock();
        }
    }

    // ---------------------------------------------------------------- mapped memory

    /**
     * Maps memory for writes of the peer. The peer learns of it with the next message at the latest.
     *
     * @param memory a direct buffer, mapped from its position to its limit, at least one byte
     * @param offset the offset that the peer uses; -1 for the address of the memory
     * @return the mapping
     * @throws IllegalArgumentException if other memory is mapped at one of the offsets
     * @throws IOException if the peer's map has no free entry, the device rejects the memory, or the connection has
     *     ended
     */
    public MappedMemory map(ByteBuffer memory, long offset) throws IOException {
        MemoryRegion region = resources.mapped.register(memory);
        MappedMemory mapping;
        try {
            lock.lock();
            try {
                mapping = new MappedMemory(this, region, range(region, offset));
            } finally {
                lock.unlock();
            }
        } catch (IOException | RuntimeException e) {
            resources.mapped.deregister(region);
            throw e;
        }
        stream.react(0); // sends the entry
        return mapping;
    }

    /** Takes an entry of the peer's map for memory at an offset, or at its address for -1. */
    private IoRange range(MemoryRegion region, long offset) throws IOException {
        state.requireWritable();
        IoRange range =
                new IoRange(offset == -1 ? region.address() : offset, region.address(), region.rkey(), region.length());
        PeerIoMap map = state.rsocket().peerIoMap();
        IoRange used = map.overlapping(range);
        if (used != null) {
            throw new IllegalArgumentException("range " + range + ", overlaps the mapped range " + used);
        }
        if (!map.add(range)) {
            Violation full = new Violation(
                    "mappings",
                    Integer.toString(map.size() + 1),
                    Integer.toString(map.size()),
                    "each takes an entry of the peer's I/O map, whose size the peer sets before it connects",
                    "riomap");
            throw new IOException(full.toString());
        }
        return range;
    }

    void unmap(MemoryRegion region, IoRange range) {
        lock.lock();
        try {
            state.rsocket().peerIoMap().remove(range);
        } finally {
            lock.unlock();
        }
        resources.mapped.deregister(region);
    }

    /**
     * Writes bytes into memory that the peer has mapped, up to the end of the mapped range.
     *
     * @param source the buffers
     * @param offset the offset of the first byte, 0 or more
     * @return the number of bytes; 0 if this device can take none now, -1 if the peer has mapped nothing at the offset
     * @throws IOException if the connection has ended, or this stream is closed
     */
    public int ioWrite(BufferList source, long offset) throws IOException {
        lock.lock();
        try {
            return state.ioWrite(source, offset);
        } finally {
            lock.unlock();
        }
    }

    /** {@return the ranges that the peer has mapped, for a message} */
    public String mappedByPeer() {
        lock.lock();
        try {
            return state.rsocket().ioMap().toString();
        } finally {
            lock.unlock();
        }
    }
}
