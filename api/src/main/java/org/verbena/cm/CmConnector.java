// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpAttr;
import org.verbena.attr.TransportType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * Connects queue pairs by IP address, and accepts connections. A connector has one event channel, and a daemon thread
 * {@code verbena-cm} that takes its events: it completes handshakes, and notices the end of connections.
 *
 * <pre>{@code
 * try (ConnectionManager manager = ConnectionManager.open(Verbs.provider());
 *         CmConnector connector = CmConnector.create(manager)) {
 *     // The connecting side
 *     CmConnection connection = connector.connect(new InetSocketAddress("10.99.0.1", 7174));
 *     connection.qp().postSend(batch);
 *
 *     // The listening side, for many peers
 *     CmListener listener = connector.listen(new InetSocketAddress(7174));
 *     listener.serve(executor, client -> ...);
 * }
 * }</pre>
 *
 * <p>If the first message needs posted receives, the application posts them in {@link
 * CmConnectorSettings.Builder#prepare}. A peer can send as soon as it is connected, before a call on this side returns.
 *
 * <ul>
 * <li><b>Threads.</b> Any thread may call any method. Futures complete in the connector's thread, where {@link
 *     CmConnectorSettings.Builder#prepare} runs as well. Code there must not wait for a connection of this connector.
 * <li><b>Errors.</b> A call throws {@link CmEventException} if the peer, the network or the device ends a handshake,
 *     and another {@link VerbsException} if a call fails. Futures fail with the same exceptions.
 * <li><b>Closing.</b> The connector closes its listeners, its connections and its engines, but not the manager.
 * </ul>
 */
public final class CmConnector implements AutoCloseable {
    private static final String LOGGER = "org.verbena.cm";

    /** The interval at which the thread checks whether to stop; closing the channel ends its wait. */
    private static final Duration LOOK_UP = Duration.ofSeconds(1);

    private static final long RECOVERY_NANOS = 1_000_000;

    private final EventChannel channel;
    private final CmConnectorSettings settings;
    private final Map<CmId, Target> targets = new ConcurrentHashMap<>();
    private final Map<ProtectionDomain, ProgressEngine> engines = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::run, "verbena-cm");
    private volatile boolean closed;

    /** The object behind an identifier: a listener or a connection. */
    private record Target(Consumer<CmEvent> events, Runnable close) {}

    private CmConnector(ConnectionManager manager, CmConnectorSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.channel = Objects.requireNonNull(manager.createEventChannel(), "channel");
        thread.setDaemon(true);
    }

    /**
     * Creates a connector with {@link CmConnectorSettings#defaults()}.
     *
     * @param manager the manager, which stays open as long as the connector
     * @return the connector, which the caller closes
     * @throws VerbsException if the event channel cannot be created
     */
    public static CmConnector create(ConnectionManager manager) {
        return create(manager, CmConnectorSettings.defaults());
    }

    /**
     * Creates a connector, and starts its thread.
     *
     * @param manager the manager, which stays open as long as the connector
     * @param settings the settings of its connections
     * @return the connector, which the caller closes
     * @throws VerbsException if the event channel cannot be created
     */
    public static CmConnector create(ConnectionManager manager, CmConnectorSettings settings) {
        CmConnector connector = new CmConnector(manager, settings);
        connector.thread.start();
        return connector;
    }

    // ---------------------------------------------------------------- events

    private void run() {
        boolean recovering = false;
        while (!isDone()) {
            try {
                channel.nextEvent(LOOK_UP).ifPresent(this::dispatch);
                recovering = false;
            } catch (InterruptedException e) {
                // A dependent of a future interrupted this thread; close() does not use interrupts.
            } catch (RuntimeException | Error e) {
                if (!isDone() && !recovering) {
                    log(Level.WARNING, "the connector continues", e);
                }
                recovering = true;
                LockSupport.parkNanos(RECOVERY_NANOS);
            }
        }
    }

    /** Returns whether the thread ends. The channel may be an implementation of the application, and throw. */
    private boolean isDone() {
        try {
            return closed || channel.isClosed();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    private void dispatch(CmEvent event) {
        try (event) {
            Target target = targets.get(event.listenId().orElse(event.id()));
            if (target != null) {
                target.events().accept(event);
            } else if (event.type() == CmEventType.CONNECT_REQUEST) {
                event.id().close();
            }
        }
    }

    /** Logs a failure. Never throws, because the threads that call it serve others. */
    static void log(Level level, String message, Throwable e) {
        try {
            System.getLogger(LOGGER).log(level, message + ": " + e.getMessage(), e);
        } catch (RuntimeException | Error lost) {
            // A handler of the application throws, or memory is short.
        }
    }

    private void register(CmId id, Consumer<CmEvent> events, Runnable close) {
        targets.put(id, new Target(events, close));
        if (closed) {
            remove(id);
            id.close();
            throw new ClosedHandleException("rdma_create_id", toString());
        }
    }

    void remove(CmId id) {
        targets.remove(id);
    }

    // ---------------------------------------------------------------- steps of a connection

    ConnParam param() {
        return settings.param();
    }

    void resolveRoute(CmId id) {
        settings.tos().ifPresent(id::setTos);
        settings.ackTimeout().ifPresent(id::setAckTimeout);
        id.resolveRoute(settings.resolveTimeout());
    }

    /** Sets {@code min_rnr_timer} of a connected queue pair, because librdmacm leaves it at 0. */
    void setMinRnrTimer(CmId id) {
        QueuePair qp = id.qp().orElse(null);
        if (qp != null && qp.context().device().transportType() == TransportType.IB) {
            qp.modify(QpAttr.builder().minRnrTimer(settings.minRnrTimer()).build());
        }
    }

    /** Returns the time limit of a handshake. */
    Duration timeout() {
        return settings.timeout();
    }

    /** Creates the queue pair. Returns the attached one if there are engines. */
    @Nullable
    AsyncQueuePair createQp(CmId id) {
        settings.keepAlive().ifPresent(id::setKeepAlive);
        if (settings.engine().isEmpty()) {
            id.createQp(settings.attr());
            return null;
        }
        ProgressEngine engine = engines.computeIfAbsent(
                id.pd().orElseThrow(), pd -> start(pd, settings.engine().get()));
        QueuePair qp = id.createQp(settings.attr().toBuilder()
                .sendCq(engine.cq())
                .recvCq(engine.cq())
                .build());
        return engine.attach(qp);
    }

    private static ProgressEngine start(ProtectionDomain pd, Consumer<ProgressEngine.Builder> engineSettings) {
        ProgressEngine.Builder engine = ProgressEngine.builder(pd);
        engineSettings.accept(engine);
        return engine.build().start();
    }

    void prepare(CmConnection connection) {
        settings.prepare().accept(connection);
    }

    // ---------------------------------------------------------------- the connecting side

    /**
     * Connects to a peer that listens, and waits until the connection is established.
     *
     * @param address the address and port of the peer
     * @return the connection, which the caller closes
     * @throws CmEventException if the peer cannot be resolved or reached, or rejects the request
     * @throws VerbsException if a call fails; {@link Errno#ETIMEDOUT} after {@link CmConnectorSettings.Builder#timeout}
     * @throws InterruptedException if the thread is interrupted; the connection is closed
     */
    public CmConnection connect(InetSocketAddress address) throws InterruptedException {
        return connect(address, settings.param());
    }

    /**
     * Connects to a peer with other parameters, for example with private data, see {@link #connect(InetSocketAddress)}.
     *
     * @param address the address and port of the peer
     * @param param the parameters
     * @return the connection, which the caller closes
     * @throws InterruptedException if the thread is interrupted; the connection is closed
     */
    public CmConnection connect(InetSocketAddress address, ConnParam param) throws InterruptedException {
        return await("rdma_connect", connectAsync(address, param));
    }

    /**
     * Connects to a peer.
     *
     * @param address the address and port of the peer
     * @return a future of the connection; cancelling it closes the connection
     */
    public CompletableFuture<CmConnection> connectAsync(InetSocketAddress address) {
        return connectAsync(address, settings.param());
    }

    /**
     * Connects to a peer with other parameters.
     *
     * @param address the address and port of the peer
     * @param param the parameters
     * @return a future of the connection; cancelling it closes the connection
     */
    public CompletableFuture<CmConnection> connectAsync(InetSocketAddress address, ConnParam param) {
        return begin(
                () -> channel.createId(settings.portSpace()),
                param,
                "rdma_connect",
                ByteBuffer.allocate(0).asReadOnlyBuffer(),
                connection -> resolveAddr(connection.id(), address));
    }

    private void resolveAddr(CmId id, InetSocketAddress address) {
        if (settings.source().isEmpty()) {
            id.resolveAddr(address, settings.resolveTimeout());
        } else {
            id.resolveAddr(settings.source().get(), address, settings.resolveTimeout());
        }
    }

    CompletableFuture<CmConnection> accept(CmId id, ConnParam param, ByteBuffer privateData) {
        return begin(() -> id, param, "rdma_accept", privateData, CmConnection::accept);
    }

    private CompletableFuture<CmConnection> begin(
            Supplier<CmId> ids, ConnParam param, String verb, ByteBuffer privateData, Consumer<CmConnection> step) {
        CmConnection connection;
        try {
            CmId id = ids.get();
            connection = new CmConnection(this, id, param, verb, privateData);
            register(id, connection::handle, connection::close);
        } catch (VerbsException e) {
            return CompletableFuture.failedFuture(e);
        }
        connection.attempt(() -> step.accept(connection));
        closeOnFailure(connection);
        return connection.established();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the close
    private static void closeOnFailure(CmConnection connection) {
        connection.established().whenComplete((connected, failure) -> {
            if (failure != null) {
                connection.close();
            }
        });
    }

    /** Waits for a connection, and closes it if the wait ends without one. */
    CmConnection await(String verb, CompletableFuture<CmConnection> future) throws InterruptedException {
        try {
            return future.get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            if (future.cancel(false)) {
                throw new VerbsException(
                        verb,
                        Errno.ETIMEDOUT,
                        toString(),
                        Diagnosis.of(new Violation(
                                "timeout",
                                settings.timeout().toString(),
                                "the time of the handshake",
                                "the peer did not complete the handshake in time",
                                "org.verbena.cm.CmConnector")));
            }
            return future.join();
        } catch (InterruptedException e) {
            if (!future.cancel(false) && !future.isCompletedExceptionally()) {
                future.join().close();
            }
            throw e;
        } catch (ExecutionException e) {
            throw unwrap(e);
        }
    }

    /** Returns the exception of a future that failed. */
    static RuntimeException unwrap(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    // ---------------------------------------------------------------- the listening side

    /**
     * Listens.
     *
     * @param address an address of this host, or the wildcard address for all of them; port 0 lets the system choose
     * @return the listener, which the caller closes
     * @throws VerbsException if the address cannot be bound, see {@link CmId#bindAddr} and {@link CmId#listen}
     */
    public CmListener listen(InetSocketAddress address) {
        CmId id = channel.createId(settings.portSpace());
        CmListener listener = new CmListener(this, id, settings.backlog());
        register(id, listener::handle, listener::close);
        try {
            id.bindAddr(address);
            // This thread takes requests at once, so the backlog of the kernel never fills.
            id.listen(0);
            return listener;
        } catch (RuntimeException | Error e) {
            listener.close();
            throw e;
        }
    }

    // ---------------------------------------------------------------- closing

    /**
     * Closes all listeners and connections, ends the thread, and closes the engines. Waits for code that runs in the
     * thread, unless that code calls this method. A second call has no effect.
     *
     * @throws VerbsException if an object cannot be closed
     */
    @Override
    public void close() {
        closed = true;
        List.copyOf(targets.values()).forEach(target -> target.close().run());
        channel.close();
        awaitThread();
        engines.values().forEach(ProgressEngine::close);
    }

    private void awaitThread() {
        boolean interrupted = false;
        while (thread.isAlive() && !thread.equals(Thread.currentThread())) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "connector of " + settings.portSpace().cName();
    }
}
