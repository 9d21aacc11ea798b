// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;

/**
 * A connection request of a peer that waits for an answer: {@link #accept} or {@link #reject}. Closing an unanswered
 * request rejects it. Not safe for use by several threads.
 */
public final class ConnectRequest implements AutoCloseable {
    private final HandshakeProtocol.Request request;
    private boolean answered;

    ConnectRequest(HandshakeProtocol.Request request) {
        this.request = request;
    }

    /**
     * Returns the attributes of the peer.
     *
     * @return the queue pair and port of the peer
     */
    public EndpointAttributes remote() {
        return request.remote();
    }

    /**
     * Returns the address of the peer.
     *
     * @return the address and port of its end of the TCP connection, or of its connection identifier
     */
    public InetSocketAddress remoteAddress() {
        return request.remoteAddress();
    }

    /**
     * Returns the private data from the peer's application.
     *
     * @return at most {@link Connector#MAX_PRIVATE_DATA} bytes, read-only, in big-endian order; with connection
     *     management, 56 bytes, which end with zeroes
     */
    public ByteBuffer privateData() {
        return request.privateData().asReadOnlyBuffer();
    }

    /**
     * Accepts the request and connects a queue pair with the queue pair of the peer. If the handshake fails, the peer
     * receives a rejection. The queue pair is then as before, or in state ERR if it had been changed.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @param privateData the data for the peer's application, from position to limit
     * @param timeout the maximum time until the peer is ready
     * @return the connection, with both queue pairs in state RTS
     * @throws ConnectorException if the queue pairs do not match, or if the peer gives up or does not respond in time
     * @throws org.verbena.error.InvalidRequestException if the queue pair cannot be connected, or the private data is
     *     too long
     * @throws org.verbena.error.VerbsException if the device rejects a transition
     * @throws IllegalStateException if the request has been answered
     */
    public Connection accept(QueuePair qp, ByteBuffer privateData, Duration timeout) {
        // Reads position and limit once, since the caller may change them concurrently.
        ByteBuffer data = privateData.slice();
        HandshakeDeadline deadline = HandshakeDeadline.after(timeout);
        LocalEnd local = request.check(qp, data);
        answer();
        return request.accept(local, data, deadline);
    }

    /**
     * Accepts the request without private data, see {@link #accept(QueuePair, ByteBuffer, Duration)}.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @param timeout the maximum time of the call
     * @return the connection, with both queue pairs in state RTS
     */
    public Connection accept(QueuePair qp, Duration timeout) {
        return accept(qp, Connector.NO_DATA, timeout);
    }

    /**
     * Rejects the request.
     *
     * @param why the reason for the peer, truncated to 1024 bytes in UTF-8, or to 148 with connection management
     * @throws IllegalStateException if the request has been answered
     */
    public void reject(String why) {
        answer();
        request.reject(why);
    }

    private void answer() {
        if (answered) {
            throw new IllegalStateException("the request is already answered");
        }
        answered = true;
    }

    /** Rejects the request unless it has been answered. */
    @Override
    public void close() {
        if (!answered) {
            reject("the application did not answer the request");
        }
    }
}
