// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.async.AsyncQueuePair;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;

/**
 * A connection of a {@link CmConnector}: an identifier and its connected queue pair. Closing it disconnects, and closes
 * the queue pair with its completion queues. Safe for use by several threads.
 *
 * <p><b>The end of a connection.</b> If the peer disconnects, {@link #onDisconnect} completes and the queue pair changes
 * to state ERR: completions that are in the queue remain, and open receives are flushed.
 *
 * <ul>
 * <li>With libibverbs, the kernel of the peer disconnects when its process ends, also if it is killed. A host or a
 *     network that fails sends nothing. Then a send completes with {@code IBV_WC_RETRY_EXC_ERR}, but an idle connection
 *     notices nothing.
 * <li>A simulator on a network disconnects when its JVM exits. If its process is killed, the {@linkplain
 *     CmConnectorSettings.Builder#keepAlive keepalive} of the peer ends the connection.
 * </ul>
 */
public final class CmConnection implements AutoCloseable {
    private final CmConnector connector;
    private final CmId id;
    private final ConnParam param;
    private final String verb;
    private final CompletableFuture<CmConnection> established = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean connected;
    private volatile @Nullable AsyncQueuePair async;
    private volatile Optional<ConnParam> peerParam = Optional.empty();
    private volatile ByteBuffer privateData;

    /**
     * Creates a connection that is not connected.
     *
     * @param param the parameters of this side
     * @param verb the function whose result the next events report
     * @param privateData the private data of the peer's request
     */
    CmConnection(CmConnector connector, CmId id, ConnParam param, String verb, ByteBuffer privateData) {
        this.connector = connector;
        this.id = id;
        this.param = param;
        this.verb = verb;
        this.privateData = privateData;
    }

    // ---------------------------------------------------------------- the handshake

    /** Returns the future of the connected connection. */
    CompletableFuture<CmConnection> established() {
        return established;
    }

    /** Begins a step. If it fails, the connection fails. */
    void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Accepts the request of the identifier. */
    void accept() {
        createQp();
        id.accept(param);
    }

    private void createQp() {
        async = connector.createQp(id);
        connector.prepare(this);
    }

    /** Handles an event, in the thread of the connector. */
    void handle(CmEvent event) {
        switch (event.type()) {
            case ADDR_RESOLVED -> attempt(() -> connector.resolveRoute(id));
            case ROUTE_RESOLVED ->
                attempt(() -> {
                    createQp();
                    id.connect(param);
                });
            case ESTABLISHED -> establish(event);
            case DISCONNECTED -> end(event);
            default -> {
                if (event.type().isFailure()) {
                    fail(new CmEventException(verb, event));
                }
            }
        }
    }

    private void establish(CmEvent event) {
        if (event.conn().isPresent()) {
            peerParam = event.conn();
            privateData = event.privateData();
        }
        attempt(() -> connector.setMinRnrTimer(id));
        connected = !established.isDone();
        established.complete(this);
    }

    private void end(CmEvent event) {
        connected = false;
        if (!established.isDone()) {
            established.completeExceptionally(new CmEventException(verb, event));
        }
        try {
            // The peer waits for this answer.
            id.disconnect();
        } catch (ClosedHandleException e) {
            // Another thread has closed the connection, which answers as well.
        } finally {
            ended.complete(null);
        }
    }

    private void fail(Throwable cause) {
        connected = false;
        established.completeExceptionally(cause);
        ended.completeExceptionally(cause);
    }

    // ---------------------------------------------------------------- properties

    /**
     * Returns the identifier. The connector takes its events.
     *
     * @return the identifier
     */
    public CmId id() {
        return id;
    }

    /**
     * Returns the queue pair, which is in state RTS.
     *
     * @return the queue pair
     * @throws ClosedHandleException if the connection is closed
     */
    public QueuePair qp() {
        return id.qp().orElseThrow(() -> new ClosedHandleException("rdma_create_qp", toString()));
    }

    /**
     * Returns the queue pair whose calls return futures. The engine of the connector polls its completion queue.
     *
     * @return the queue pair
     * @throws IllegalStateException unless {@link CmConnectorSettings.Builder#async} was called
     */
    public AsyncQueuePair asyncQp() {
        AsyncQueuePair known = async;
        if (known == null) {
            throw new IllegalStateException(
                    "the connector has no engine: CmConnectorSettings.Builder.async was not called");
        }
        return known;
    }

    /**
     * Returns the protection domain of the queue pair. Buffers of the application belong to it.
     *
     * @return the protection domain
     */
    public ProtectionDomain pd() {
        return qp().pd().orElseThrow();
    }

    /** {@return the completion queue of sends; with an engine, only the engine may poll it} */
    public CompletionQueue sendCq() {
        return qp().sendCq().orElseThrow();
    }

    /** {@return the completion queue of receives; with an engine, only the engine may poll it} */
    public CompletionQueue recvCq() {
        return qp().recvCq().orElseThrow();
    }

    /**
     * Returns the local address.
     *
     * @return the address and port
     */
    public InetSocketAddress localAddress() {
        return id.localAddress().orElseThrow();
    }

    /**
     * Returns the address of the peer.
     *
     * @return the address and port
     */
    public InetSocketAddress peerAddress() {
        return id.peerAddress().orElseThrow();
    }

    /**
     * Returns the private data of the peer: of its request if this side has accepted, of its answer otherwise. The
     * field has its full length, see {@link CmEvent#privateData()}.
     *
     * @return the bytes, read-only
     */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    /** {@return the parameters of the peer's answer; empty if this side has accepted} */
    public Optional<ConnParam> peerParam() {
        return peerParam;
    }

    /** {@return whether the connection is established and has not ended; true until an end on either side is known} */
    public boolean isConnected() {
        return connected;
    }

    // ---------------------------------------------------------------- the end

    /**
     * Returns a future of the end of the connection. It completes in the thread of the connector, or in the thread that
     * closes the connection. It completes exceptionally with {@link CmEventException} if the device was removed.
     *
     * @return a copy, whose completion has no effect on the connection
     */
    public CompletableFuture<@Nullable Void> onDisconnect() {
        return ended.copy();
    }

    /**
     * Ends the connection: {@code rdma_disconnect(3)}. The call does not wait for the peer; {@link #onDisconnect}
     * completes with its answer. The queue pair changes to state ERR, so the application first waits for the
     * completions of its sends. Does nothing if the connection has ended.
     *
     * @throws VerbsException if the call fails
     */
    public void disconnect() {
        if (connected) {
            connected = false;
            id.disconnect();
        }
    }

    /**
     * Disconnects, and destroys the queue pair, its completion queues and the identifier. The call does not wait for
     * the peer. A second call has no effect.
     *
     * @throws VerbsException if an object cannot be destroyed
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            disconnect();
            AsyncQueuePair known = async;
            if (known != null) {
                known.close();
            }
            id.destroyQp();
        } catch (ClosedHandleException e) {
            // The manager has closed all objects.
        } finally {
            connector.remove(id);
            id.close();
            established.completeExceptionally(new ClosedHandleException(verb, toString()));
            ended.complete(null);
        }
    }

    @Override
    public String toString() {
        return "connection of " + id;
    }
}
