// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Two connected queue pairs in state RTS, and the TCP connection of their handshake, or the identifier of connection
 * management. Closing it does not change the queue pairs. Safe for use by several threads, but only one thread at a
 * time may call {@link #sync}.
 */
public final class Connection implements AutoCloseable {
    private final HandshakeProtocol.Link link;
    private final EndpointAttributes local;
    private final Peer peer;
    private final ByteBuffer privateData;

    Connection(HandshakeProtocol.Link link, EndpointAttributes local, Peer peer, ByteBuffer privateData) {
        this.link = link;
        this.local = local;
        this.peer = peer;
        this.privateData = privateData.asReadOnlyBuffer();
    }

    /** {@return the attributes of this side that the peer received} */
    public EndpointAttributes local() {
        return local;
    }

    /** {@return the peer} */
    public Peer peer() {
        return peer;
    }

    /**
     * Returns the private data from the peer's application.
     *
     * @return at most {@link Connector#MAX_PRIVATE_DATA} bytes, read-only, in big-endian order; with connection
     *     management, 56 bytes of a request or 196 of an answer, which end with zeroes
     */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    /**
     * Waits until the peer calls this method. An application uses it, for example, to wait until the peer has posted
     * its receives, or until the peer no longer needs this queue pair.
     *
     * @param timeout the maximum time to wait
     * @throws ConnectorException {@link ConnectorException.Reason#TIMED_OUT} if the peer does not call it in time,
     *     {@link ConnectorException.Reason#CLOSED} if the peer disappears, or this connection is closed before or
     *     during the call, {@link ConnectorException.Reason#REJECTED} if the peer sends a rejection,
     *     {@link ConnectorException.Reason#MALFORMED} or {@link ConnectorException.Reason#INCOMPATIBLE} if it sends
     *     another message, {@link ConnectorException.Reason#UNAUTHENTICATED} if the message has a wrong MAC
     * @throws org.verbena.error.InvalidRequestException if the sides have connected by connection management, which
     *     carries no messages after the handshake: {@code EOPNOTSUPP}
     */
    public void sync(Duration timeout) {
        link.sync(timeout);
    }

    /** Closes the TCP connection, or ends the connection for connection management: {@code rdma_destroy_id(3)}. */
    @Override
    public void close() {
        link.close();
    }
}
