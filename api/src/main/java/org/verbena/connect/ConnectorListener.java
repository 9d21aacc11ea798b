// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;
import org.verbena.connect.ConnectorException.Reason;

/**
 * A listener for connection requests. One thread at a time may wait for a request; any thread may close the listener.
 */
public final class ConnectorListener implements AutoCloseable {
    private final HandshakeProtocol.Listener listener;

    ConnectorListener(HandshakeProtocol.Listener listener) {
        this.listener = listener;
    }

    /**
     * {@return the address that this listener is bound to; its port is the one that the system chose if port 0 was
     * requested}
     */
    public InetSocketAddress localAddress() {
        return listener.localAddress();
    }

    /**
     * Waits for a request. The call fails if a peer connects but sends nothing, or sends something other than a
     * request. The caller can then call it again.
     *
     * <p>The listener handles one connection at a time; the next 50 wait in the system's queue. Without connection
     * management, a silent peer delays them for up to {@link ConnectorSettings#requestTimeout()}.
     *
     * @param timeout the maximum wait for a connection, and then for its request;
     *     {@link ConnectorSettings#requestTimeout()} applies to the request if it is shorter
     * @return the request, which the caller must answer
     * @throws ConnectorException {@link Reason#TIMED_OUT} if no request arrives in time,
     *     {@link Reason#CLOSED} if this listener is closed before or during the call, or the system
     *     cannot accept a connection, for example because the process has too many open files,
     *     {@link Reason#MALFORMED} or {@link Reason#INCOMPATIBLE} if the received
     *     message is not a request of this version, {@link Reason#UNAUTHENTICATED} if the peer does
     *     not know the shared secret, or has a secret although this side has none
     */
    public ConnectRequest nextRequest(Duration timeout) {
        return new ConnectRequest(listener.nextRequest(timeout));
    }

    /**
     * Waits for a request and connects a queue pair with it, see {@link ConnectRequest#accept}.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @param privateData the data for the peer's application, from position to limit
     * @param timeout the timeout of {@link #nextRequest}, and again of {@link ConnectRequest#accept}
     * @return the connection
     * @throws ConnectorException as {@link #nextRequest} and {@link ConnectRequest#accept}
     * @throws org.verbena.error.VerbsException as {@link ConnectRequest#accept}
     */
    public Connection accept(QueuePair qp, ByteBuffer privateData, Duration timeout) {
        try (ConnectRequest request = nextRequest(timeout)) {
            return request.accept(qp, privateData, timeout);
        }
    }

    /**
     * Waits for a request and connects a queue pair with it, without private data, see
     * {@link #accept(QueuePair, ByteBuffer, Duration)}.
     *
     * @param qp the queue pair, in state RESET or INIT
     * @param timeout the timeout of {@link #nextRequest}, and again of {@link ConnectRequest#accept}
     * @return the connection
     */
    public Connection accept(QueuePair qp, Duration timeout) {
        return accept(qp, Connector.NO_DATA, timeout);
    }

    /** Stops listening. Existing connections stay open; a call that waits for a request fails. */
    @Override
    public void close() {
        listener.close();
    }
}
