package org.verbena.channels;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/**
 * The operations of a connected RDMA channel that a TCP channel does not have. All methods are safe for use by several threads.
 *
 * <p>An ordinary write copies the bytes into the send ring. The device sends the bytes of a {@link PooledBuffer} in place. The
 * application lends such a buffer to the connection, which gives it back to its pool.
 */
@ProviderType
public interface RdmaConnection {
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
     * {@link ChannelSettings#poolSize} bytes. With {@link ChannelSettings#sharedProtectionDomain}, all connections of a device
     * have one pool, which ends when the {@link RdmaSelectorProvider} is closed. Otherwise the pool ends when the connection
     * has ended. The pool then accepts no more calls. Buffers that the application still holds stay readable and writable.
     *
     * @return the pool, which the application must not close
     */
    BufferPool bufferPool();

    /**
     * Writes bytes of a pooled buffer without a copy. If the call returns true, the buffer belongs to the connection, and
     * {@link PooledBuffer#isOpen} returns false. The connection gives it back to its pool when the device has sent the bytes, or
     * when the connection has ended. The application must not touch the memory any more. If the call returns false, the buffer
     * still belongs to the caller. If it throws an exception, {@link PooledBuffer#isOpen} tells. A {@code close()} of the caller
     * is correct in all cases: it has no effect on a lent buffer.
     *
     * <p>A channel in blocking mode waits until all bytes are posted to the device. In non-blocking mode, the call returns false
     * if no byte can be posted now, or if bytes of an earlier buffer wait. Otherwise it takes the whole buffer, and posts the
     * rest when the peer has space. Meanwhile writes of both kinds return 0 or false, and a selector does not report
     * {@code OP_WRITE}. So the bytes of all writes arrive in the order of the calls.
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
}
