package org.verbena.connect;

import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Two queue pairs in state RTS, and the TCP connection over which they found each other. Closing it leaves the queue
 * pairs as they are. Safe for use by several threads; {@link #sync} is for one at a time.
 */
public final class Connection implements AutoCloseable {
    private final MessageSocket socket;
    private final Endpoint local;
    private final Peer peer;
    private final ByteBuffer privateData;

    Connection(MessageSocket socket, Endpoint local, Peer peer, ByteBuffer privateData) {
        this.socket = socket;
        this.local = local;
        this.peer = peer;
        this.privateData = privateData.asReadOnlyBuffer();
    }

    /**
     * What the other side was told of this one.
     *
     * @return this side
     */
    public Endpoint local() {
        return local;
    }

    /**
     * The other side.
     *
     * @return the peer
     */
    public Peer peer() {
        return peer;
    }

    /**
     * What the application on the other side gave along.
     *
     * @return at most {@link Connector#MAX_PRIVATE_DATA} bytes, read-only, in big-endian order
     */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    /**
     * Waits until the other side has come here too: it has posted its receives, or it needs this queue pair no more.
     *
     * @param timeout how long at most
     * @throws ConnectorException {@link ConnectorException.Reason#TIMED_OUT} if it did not come,
     *     {@link ConnectorException.Reason#CLOSED} if it went away or this connection was closed, also meanwhile
     */
    public void sync(Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        socket.send(new Message(MessageType.SYNC));
        socket.receive(MessageType.SYNC, deadline);
    }

    /** Closes the TCP connection. */
    @Override
    public void close() {
        socket.close();
    }
}
