// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.MemoryRegion;

/**
 * Memory of a peer that RDMA reads, RDMA writes and atomic operations can access. The owner sends it to the peer in a
 * message or in the private data of a connection. The wire form has {@value #SIZE} bytes in big-endian order: the
 * address (8 bytes), the length (8) and the rkey (4).
 *
 * @param address the address of the first byte, any 64 bits: that of the memory region, see {@link MemoryRegion#iova()}
 * @param length the number of bytes, not negative
 * @param rkey the key for the peer, 0..4294967295
 */
public record RemoteMemory(long address, long length, long rkey) {
    /** The number of bytes of the wire form. */
    public static final int SIZE = Long.BYTES + Long.BYTES + Integer.BYTES;

    private static final long MAX_RKEY = 0xFFFF_FFFFL;

    /**
     * Creates the description of a part of memory.
     *
     * @throws IllegalArgumentException if the length is negative, or the key has more than 32 bits
     */
    public RemoteMemory {
        if (length < 0) {
            throw new IllegalArgumentException("length = " + length + ", limit 0: memory has no negative length");
        }
        if (rkey < 0 || rkey > MAX_RKEY) {
            throw new IllegalArgumentException("rkey = " + rkey + ", limit 0.." + MAX_RKEY + ": a key has 32 bits");
        }
    }

    /**
     * Describes a memory region for the peer.
     *
     * @param mr the region; its access flags decide which operations of the peer succeed
     * @return the description of the whole region
     */
    public static RemoteMemory of(MemoryRegion mr) {
        return new RemoteMemory(mr.iova(), mr.length(), mr.rkey());
    }

    /**
     * Describes a part of this memory.
     *
     * @param offset the first byte, counted from the start of this memory
     * @param partLength the number of bytes
     * @return the description of the part, with the same key
     * @throws IndexOutOfBoundsException if the part exceeds this memory
     */
    public RemoteMemory part(long offset, long partLength) {
        if (offset < 0 || partLength < 0 || partLength > length - offset) {
            throw new IndexOutOfBoundsException("offset = " + offset + ", length = " + partLength + ", limit " + length
                    + ": the part must be inside the memory");
        }
        return new RemoteMemory(address + offset, partLength, rkey);
    }

    /**
     * Writes the wire form to a buffer, and advances its position.
     *
     * @param target the buffer; its byte order is ignored and kept
     * @throws IllegalArgumentException if the buffer is read-only, or fewer than {@value #SIZE} bytes remain
     */
    public void writeTo(ByteBuffer target) {
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("target is read-only: the wire form is written to it");
        }
        ByteBuffer wire = wireForm(target);
        wire.putLong(address).putLong(length).putInt((int) rkey);
        target.position(wire.position());
    }

    /**
     * Returns the wire form.
     *
     * @return a new buffer with {@value #SIZE} remaining bytes
     */
    public ByteBuffer toBytes() {
        ByteBuffer wire = ByteBuffer.allocate(SIZE);
        writeTo(wire);
        return wire.flip();
    }

    /**
     * Reads the wire form from a buffer, and advances its position.
     *
     * @param source the buffer; its byte order is ignored and kept
     * @return the memory
     * @throws IllegalArgumentException if fewer than {@value #SIZE} bytes remain, or the length is negative
     */
    public static RemoteMemory readFrom(ByteBuffer source) {
        ByteBuffer wire = wireForm(source);
        RemoteMemory memory = new RemoteMemory(wire.getLong(), wire.getLong(), Integer.toUnsignedLong(wire.getInt()));
        source.position(wire.position());
        return memory;
    }

    private static ByteBuffer wireForm(ByteBuffer buffer) {
        ByteBuffer wire = buffer.duplicate().order(ByteOrder.BIG_ENDIAN);
        if (wire.remaining() < SIZE) {
            throw new IllegalArgumentException(
                    "remaining = " + wire.remaining() + ", limit " + SIZE + ": the wire form has a fixed length");
        }
        return wire;
    }
}
