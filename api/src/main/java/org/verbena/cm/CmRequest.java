// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.verbena.error.VerbsException;

/** A request of a peer that a {@link CmListener} has received. The application decides once. */
public final class CmRequest implements AutoCloseable {
    private final CmConnector connector;
    private final CmId id;
    private final Optional<ConnParam> param;
    private final ByteBuffer privateData;
    private final AtomicBoolean decided = new AtomicBoolean();

    CmRequest(CmConnector connector, CmEvent event) {
        this.connector = connector;
        this.id = event.id();
        this.param = event.conn();
        this.privateData = event.privateData();
    }

    /**
     * Returns the address of the peer, from its request. Without a check of the application, the peer can send any
     * address that routes to its host.
     *
     * @return the address and port
     */
    public InetSocketAddress peerAddress() {
        return id.peerAddress().orElseThrow();
    }

    /**
     * Returns the private data of the request.
     *
     * @return 56 bytes, read-only, that end with zeroes
     */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    /**
     * {@return the parameters of the request as this side sees them, see {@link CmEvent#conn()}; empty if the event has
     * none}
     */
    public Optional<ConnParam> param() {
        return param;
    }

    /**
     * Accepts the request with the parameters of the connector, and waits until the connection is established.
     *
     * @return the connection, which the caller closes
     * @throws CmEventException if the peer gives up
     * @throws VerbsException if a call fails; the request is rejected. {@code ETIMEDOUT} after the timeout of the
     *     connector
     * @throws InterruptedException if the thread is interrupted; the connection is closed
     */
    public CmConnection accept() throws InterruptedException {
        return connector.await("rdma_accept", acceptAsync());
    }

    /**
     * Accepts the request with the parameters of the connector.
     *
     * @return a future of the connection; cancelling it closes the connection
     */
    public CompletableFuture<CmConnection> acceptAsync() {
        return acceptAsync(connector.param());
    }

    /**
     * Accepts the request.
     *
     * @param answer the parameters of this side
     * @return a future of the connection; cancelling it closes the connection
     */
    public CompletableFuture<CmConnection> acceptAsync(ConnParam answer) {
        decide();
        return connector.accept(id, answer, privateData);
    }

    /**
     * Rejects the request.
     *
     * @param data the data for the peer, at most 148 bytes
     * @throws VerbsException if the call fails
     */
    public void reject(ByteBuffer data) {
        decide();
        try (id) {
            id.reject(data);
        }
    }

    private void decide() {
        if (!decided.compareAndSet(false, true)) {
            throw new IllegalStateException("the request was accepted, rejected or closed before");
        }
    }

    /** Rejects the request, if it was neither accepted nor rejected. */
    @Override
    public void close() {
        if (decided.compareAndSet(false, true)) {
            id.close();
        }
    }
}
