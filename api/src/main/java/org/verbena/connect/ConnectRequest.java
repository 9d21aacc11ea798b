package org.verbena.connect;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;

/**
 * Somebody wants to connect, and waits for an answer: {@link #accept} or {@link #reject}. Closing it without an answer
 * is a rejection. For one thread.
 */
public final class ConnectRequest implements AutoCloseable {
    private final ConnectorSettings settings;
    private final MessageSocket socket;
    private final Message request;
    private final Endpoint remote;
    private boolean answered;

    ConnectRequest(ConnectorSettings settings, MessageSocket socket, Message request) {
        this.settings = settings;
        this.socket = socket;
        this.request = request;
        this.remote = EndpointMessage.read(request);
    }

    /**
     * Who wants to connect.
     *
     * @return the queue pair of the other side
     */
    public Endpoint remote() {
        return remote;
    }

    /**
     * Returns the address of the peer that wants to connect.
     *
     * @return the address and port of its end of the TCP connection
     */
    public InetSocketAddress remoteAddress() {
        return socket.remoteAddress();
    }

    /**
     * What the application on the other side gave along.
     *
     * @return at most {@link Connector#MAX_PRIVATE_DATA} bytes, read-only, in big-endian order
     */
    public ByteBuffer privateData() {
        return request.bytes(Field.PRIVATE_DATA).asReadOnlyBuffer();
    }

    /**
     * Connects a queue pair with the one of the request. On failure the other side is told, and the queue pair is as
     * before, or in state ERR if it had been changed.
     *
     * @param qp in state RESET or INIT
     * @param privateData what the other side is given along, from position to limit
     * @param timeout how long to wait at most until the other side is ready
     * @return the connection, of which both queue pairs are in state RTS
     * @throws ConnectorException if the other side is of another kind, has given up or does not react in time
     * @throws org.verbena.InvalidRequestException if the queue pair cannot be connected, or the private data is too long
     * @throws org.verbena.VerbsException if the device refuses a transition
     * @throws IllegalStateException if the request was answered before
     */
    public Connection accept(QueuePair qp, ByteBuffer privateData, Duration timeout) {
        // The caller may change position and limit concurrently: they are read once.
        ByteBuffer data = privateData.slice();
        Handshake.requireShort(data);
        Deadline deadline = Deadline.after(timeout);
        LocalEnd local = new LocalEnd(qp, settings);
        answer();
        return Handshake.answer(socket, request, local, data, deadline);
    }

    /**
     * Says no.
     *
     * @param why the reason that the other side is told; of a long one the first 1024 bytes in UTF-8
     * @throws IllegalStateException if the request was answered before
     */
    public void reject(String why) {
        answer();
        socket.reject(why);
        socket.close();
    }

    private void answer() {
        if (answered) {
            throw new IllegalStateException("the request has been answered");
        }
        answered = true;
    }

    /** Rejects the request unless it has been answered. */
    @Override
    public void close() {
        if (!answered) {
            reject("no answer");
        }
    }
}
