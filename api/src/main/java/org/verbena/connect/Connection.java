package org.verbena.connect;

import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Two connected queue pairs in state RTS, and the TCP connection of their handshake. Closing it does not change the
 * queue pairs. Safe for use by several threads, but only one thread at a time may call {@link #sync}.
 */
public final class Connection implements AutoCloseable {
    private final MessageSocket socket;
    private final EndpointAttributes local;
    private final Peer peer;
    private final ByteBuffer privateData;

    Connection(MessageSocket socket, EndpointAttributes local, Peer peer, ByteBuffer privateData) {
        this.socket = socket;
        this.local = local;
        this.peer = peer;
        this.privateData = privateData.asReadOnlyBuffer();
    }

    /**
     * Returns the attributes of this side that the peer received.
     *
     * @return this side
     */
    public EndpointAttributes local() {
        return local;
    }

    /**
     * Returns the peer.
     *
     * @return the peer
     */
    public Peer peer() {
        return peer;
    }

    /**
     * Returns the private data from the peer's application.
     *
     * @return at most {@link Connector#MAX_PRIVATE_DATA} bytes, read-only, in big-endian order
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
     */
    public void sync(Duration timeout) {
        HandshakeDeadline deadline = HandshakeDeadline.after(timeout);
        socket.send(new HandshakeMessage(MessageType.SYNC));
        socket.receive(MessageType.SYNC, deadline);
    }

    /** Closes the TCP connection. */
    @Override
    public void close() {
        socket.close();
    }
}
