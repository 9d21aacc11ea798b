// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/**
 * The operations of a connected RDMA channel that a TCP channel does not have. All methods are safe for use by several
 * threads.
 *
 * <p>One side maps memory at an offset, and the other side writes into it by that offset. The bytes do not pass through
 * the stream, and the side that owns the memory gets no message. It can poll the memory, or wait for bytes of the
 * stream: they arrive behind the writes that the peer made before.
 *
 * <p>The side that writes must offer entries for the mappings of its peer, with {@link #IO_MAP_SIZE} or
 * {@link ChannelSettings.Builder#ioMapSize}. The peer can be a C program that calls {@code riomap} and {@code
 * riowrite}.
 *
 * <p>An ordinary write copies the bytes into the send ring. The device sends the bytes of a {@link PooledBuffer} in
 * place. The application lends such a buffer to the connection, which gives it back to its pool.
 */
@ProviderType
public interface RdmaConnection {
    /**
     * The number of mappings that the peer of a channel can have at a time ({@code RDMA_IOMAPSIZE}), 0..32512. A number
     * above 128 is rounded up to a multiple of 256. Set it before the channel binds or connects. The channels that a
     * server accepts have the value of the server. A TCP channel ignores it.
     */
    SocketOption<Integer> IO_MAP_SIZE = ChannelOptions.IO_MAP_SIZE;

    /**
     * Returns the operations of a channel.
     *
     * @param channel a channel of any provider
     * @return the operations; empty if the channel is not connected, runs over TCP, or does not belong to an
     *     {@link RdmaSelectorProvider}
     */
    static Optional<RdmaConnection> of(SocketChannel channel) {
        return channel instanceof RdmaSocketChannel ours ? StreamConnection.of(ours) : Optional.empty();
    }

    /**
     * Returns the pool of this connection. It belongs to the protection domain of the connection, and registers at most
     * {@link ChannelSettings#poolSize} bytes. With {@link ChannelSettings#sharedProtectionDomain}, all connections of a
     * device have one pool, which ends when the {@link RdmaSelectorProvider} is closed. Otherwise the pool ends when
     * the connection has ended. The pool then accepts no more calls. Buffers that the application still holds stay
     * readable and writable.
     *
     * @return the pool, which the application must not close
     */
    BufferPool bufferPool();

    /**
     * Writes bytes of a pooled buffer without a copy. If the call returns true, the buffer belongs to the connection,
     * and {@link PooledBuffer#isOpen} returns false. The connection gives it back to its pool when the device has sent
     * the bytes, or when the connection has ended. The application must not touch the memory any more. If the call
     * returns false, the buffer still belongs to the caller. If it throws an exception, {@link PooledBuffer#isOpen}
     * tells. A {@code close()} of the caller is correct in all cases: it has no effect on a lent buffer.
     *
     * <p>A channel in blocking mode waits until all bytes are posted to the device. In non-blocking mode, the call
     * returns false if no byte can be posted now, or if bytes of an earlier buffer wait. Otherwise it takes the whole
     * buffer, and posts the rest when the peer has space. Meanwhile writes of both kinds return 0 or false, and a
     * selector does not report {@code OP_WRITE}. So the bytes of all writes arrive in the order of the calls.
     *
     * <p>A half-close or an orderly close delivers the bytes of a lent buffer first, as for an ordinary write.
     *
     * @param buffer a buffer of a pool in the protection domain of this connection
     * @param offset the first byte, from the start of the buffer
     * @param length the number of bytes; 0 gives the buffer back at once
     * @return whether the connection has taken the buffer; always true in blocking mode
     * @throws IndexOutOfBoundsException if the bytes exceed the buffer
     * @throws IllegalArgumentException if the buffer belongs to another protection domain
     * @throws org.verbena.error.ClosedHandleException if the caller does not own the buffer
     * @throws ClosedChannelException if the channel is closed or its output is shut down
     * @throws IOException if the connection has ended
     */
    boolean write(PooledBuffer buffer, int offset, int length) throws IOException;

    /**
     * Maps memory for writes of the peer ({@code riomap}). The peer can use the mapping when it has received bytes that
     * this side sent afterwards, or earlier. The peer can change the memory at any time: copy bytes before you check
     * them.
     *
     * @param memory a direct buffer, mapped from its position to its limit, at least one byte
     * @param offset the offset of the first byte, which the peer uses, 0 or more
     * @return the mapping, which keeps the memory reachable until it is closed or the connection has ended
     * @throws IllegalArgumentException if the buffer is not direct, read-only or empty, or if one of the offsets is in
     *     use or exceeds 9223372036854775807
     * @throws IOException if the peer's I/O map has no free entry ({@code ENOMEM}), the device rejects the memory, or
     *     the connection has ended
     */
    Mapping map(ByteBuffer memory, long offset) throws IOException;

    /**
     * Maps memory at an offset that no other mapping has: its address, as {@code riomap} does for offset -1. See
     * {@link #map(ByteBuffer, long)}.
     *
     * @param memory a direct buffer, mapped from its position to its limit, at least one byte
     * @return the mapping, whose {@link Mapping#offset()} the application sends to the peer
     * @throws IOException as for the other method
     */
    Mapping map(ByteBuffer memory) throws IOException;

    /**
     * Writes bytes into memory that the peer has mapped ({@code riowrite}). The buffer is free when the call returns. A
     * channel in blocking mode writes all bytes. In non-blocking mode, the call writes those for which this device has
     * space. A selector reports the space as {@code OP_WRITE}, if the peer also has space for the stream. In both
     * modes, the write ends where the mapped memory ends.
     *
     * <p>The bytes of later writes arrive behind those of earlier ones. If the peer has closed the mapping meanwhile,
     * the write ends the connection.
     *
     * @param source the bytes, from its position, which moves, to its limit
     * @param offset the offset of the first byte, 0 or more
     * @return the number of bytes, 0 or more
     * @throws IllegalArgumentException if the offset is negative
     * @throws IndexOutOfBoundsException if the peer has mapped nothing at the offset; the message names the mapped
     *     ranges
     * @throws ClosedChannelException if the channel is closed or its output is shut down
     * @throws IOException if the connection has ended
     */
    int write(ByteBuffer source, long offset) throws IOException;

    /**
     * Returns whether the peer may still write. A program that polls mapped memory checks it from time to time.
     *
     * @return false if one of the sides has closed the connection, or it has failed
     */
    boolean isConnected();

    /** Memory that the peer may write. */
    @ProviderType
    interface Mapping extends AutoCloseable {
        /**
         * Returns the offset that the peer uses.
         *
         * @return the offset of the first byte
         */
        long offset();

        /**
         * Ends the access of the peer ({@code riounmap}). The peer does not learn of it, and its next write into the
         * memory ends the connection. Later calls have no effect.
         */
        @Override
        void close();
    }
}
