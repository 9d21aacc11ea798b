// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.QpType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * An endpoint whose calls wait for their results: {@code rdma_create_ep(3)} and a synchronous {@code rdma_cm_id}. It
 * has a dedicated identifier and channel, and no thread.
 *
 * <pre>{@code
 * AddrInfo peer = AddrInfo.hints().resolve("10.99.0.1", 7174);
 * try (CmEndpoint endpoint = CmEndpoint.create(manager, peer, attr)) {
 *     endpoint.connect(ConnParam.defaults());
 *     ... endpoint.qp() ...
 *     endpoint.disconnect();
 * }
 *
 * AddrInfo local = AddrInfo.hints().passive().resolve(null, 7174);
 * try (CmEndpoint listener = CmEndpoint.create(manager, local, attr)) {
 *     listener.listen(0);
 *     try (CmEndpoint client = listener.getRequest()) {
 *         client.accept(ConnParam.defaults());
 *         ... client.qp() ...
 *     }
 * }
 * }</pre>
 *
 * <ul>
 * <li><b>Threads.</b> Any thread may call any method, but only one thread at a time may wait for a result. An interrupt
 *     ends a wait. The endpoint can then only be closed.
 * <li><b>Time limits.</b> Calls have those of librdmacm: 2 seconds for an address and a route, and 74 seconds for a
 *     peer that does not answer. {@link CmConnector} has other limits.
 * <li><b>The end of a connection.</b> {@link #isConnected} notices it. {@link CmConnector} reports it at once.
 * <li><b>Errors.</b> If a step fails, the call throws {@link CmEventException}.
 * </ul>
 */
public final class CmEndpoint implements AutoCloseable {
    /** The time limit of {@code rdma_create_ep} for each of the two resolutions. */
    private static final Duration RESOLVE_TIMEOUT = Duration.ofSeconds(2);

    /** The time after which a wait begins again, because the connection manager ends each step. */
    private static final Duration WAIT = Duration.ofHours(1);

    private final EventChannel channel;
    private final CmId id;
    private final @Nullable QpInitAttr attr;
    private volatile boolean established;
    private volatile boolean disconnected;
    private volatile Optional<ConnParam> conn = Optional.empty();
    private volatile Optional<UdParam> ud = Optional.empty();
    private volatile ByteBuffer privateData = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private CmEndpoint(EventChannel channel, CmId id, @Nullable QpInitAttr attr) {
        this.channel = channel;
        this.id = id;
        this.attr = attr;
    }

    /**
     * Creates an endpoint: {@code rdma_create_ep(3)}. With a destination, the call resolves its address and route, and
     * creates the queue pair. Otherwise, it binds the local address.
     *
     * @param manager the manager
     * @param info the addresses
     * @param attr the request for the queue pair, or for the queue pair of each client of a listener; null creates none
     * @return the endpoint, which the caller closes
     * @throws InvalidRequestException if there is neither a destination nor a local address
     * @throws CmEventException if the peer cannot be resolved
     * @throws VerbsException if a call fails, see {@link CmId#bindAddr}, {@link CmId#resolveAddr} and {@link
     *     CmId#createQp}
     * @throws InterruptedException if the thread is interrupted
     */
    public static CmEndpoint create(ConnectionManager manager, AddrInfo info, @Nullable QpInitAttr attr)
            throws InterruptedException {
        EventChannel channel = manager.createEventChannel();
        try {
            CmEndpoint endpoint = new CmEndpoint(channel, channel.createId(info.portSpace()), attr);
            endpoint.open(info);
            return endpoint;
        } catch (RuntimeException | InterruptedException | Error e) {
            channel.close();
            throw e;
        }
    }

    private void open(AddrInfo info) throws InterruptedException {
        Optional<InetSocketAddress> destination = info.destination();
        if (destination.isEmpty()) {
            id.bindAddr(info.source().orElseThrow(AddrInfo::noAddress));
            return;
        }
        if (info.source().isPresent()) {
            id.resolveAddr(info.source().get(), destination.get(), RESOLVE_TIMEOUT);
        } else {
            id.resolveAddr(destination.get(), RESOLVE_TIMEOUT);
        }
        await("rdma_resolve_addr", CmEventType.ADDR_RESOLVED);
        id.resolveRoute(RESOLVE_TIMEOUT);
        await("rdma_resolve_route", CmEventType.ROUTE_RESOLVED);
        if (attr != null) {
            id.createQp(attr);
        }
    }

    /** Waits for an event, and keeps what it reports. */
    private void await(String verb, CmEventType type) throws InterruptedException {
        try (CmEvent event = next(verb, type)) {
            conn = event.conn();
            ud = event.ud();
            privateData = event.privateData();
        }
    }

    private CmEvent next(String verb, CmEventType type) throws InterruptedException {
        while (true) {
            Optional<CmEvent> event = next(verb, type, WAIT);
            if (event.isPresent()) {
                return event.get();
            }
        }
    }

    /** Waits for an event of a type. Returns empty after the timeout, or after an event that only informs. */
    private Optional<CmEvent> next(String verb, CmEventType type, Duration timeout) throws InterruptedException {
        Optional<CmEvent> taken = channel.nextEvent(timeout);
        if (taken.isEmpty()) {
            return taken;
        }
        CmEvent event = taken.get();
        if (event.type() == CmEventType.DISCONNECTED) {
            disconnected = true;
        }
        // Without a queue pair of the identifier, the active side completes the handshake by establish().
        if (event.type() == type || (type == CmEventType.ESTABLISHED && event.type() == CmEventType.CONNECT_RESPONSE)) {
            return taken;
        }
        try (event) {
            if (event.type().isInformation()) {
                return Optional.empty();
            }
            throw new CmEventException(verb, event);
        }
    }

    // ---------------------------------------------------------------- properties

    /**
     * Returns the identifier. Its channel belongs to this endpoint.
     *
     * @return the identifier
     */
    public CmId id() {
        return id;
    }

    /** {@return the queue pair; empty for a listener, or without attributes for it} */
    public Optional<QueuePair> qp() {
        return id.qp();
    }

    /**
     * Returns the parameters of the peer: those of its request before {@link #accept}, and those of its answer after
     * {@link #connect}.
     *
     * @return the parameters; empty if there are none
     */
    public Optional<ConnParam> conn() {
        return conn;
    }

    /** {@return the address of a datagram service after {@link #connect}; empty for a connection} */
    public Optional<UdParam> ud() {
        return ud;
    }

    /** {@return the private data of the peer, see {@link CmEvent#privateData()}; read-only; empty if there are none} */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    // ---------------------------------------------------------------- the active side

    /**
     * Connects: {@code rdma_connect(3)}. With a queue pair of the application, the call returns after {@link
     * CmEventType#CONNECT_RESPONSE}, and {@link CmId#establish} completes the connection.
     *
     * @param param the parameters
     * @throws CmEventException if the peer rejects the request or does not answer
     * @throws VerbsException if the call fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void connect(ConnParam param) throws InterruptedException {
        id.connect(param);
        await("rdma_connect", CmEventType.ESTABLISHED);
        established = true;
    }

    // ---------------------------------------------------------------- the passive side

    /**
     * Listens: {@code rdma_listen(3)}.
     *
     * @param backlog the number of requests that wait for {@link #getRequest}; 0 or less is the maximum of the kernel
     * @throws VerbsException if the call fails
     */
    public void listen(int backlog) {
        id.listen(backlog);
    }

    /**
     * Waits for the next request: {@code rdma_get_request(3)}. The queue pair of the new endpoint exists already.
     *
     * @return the endpoint of the client, which the caller accepts or rejects, and closes
     * @throws ClosedHandleException if this endpoint is closed before or during the call
     * @throws VerbsException if the queue pair cannot be created; the request is rejected
     * @throws InterruptedException if the thread is interrupted
     */
    public CmEndpoint getRequest() throws InterruptedException {
        try (CmEvent event = next("rdma_get_request", CmEventType.CONNECT_REQUEST)) {
            return client(event);
        }
    }

    private CmEndpoint client(CmEvent event) {
        CmId request = event.id();
        EventChannel own = null;
        try {
            own = channel.manager().createEventChannel();
            request.migrate(own);
            CmEndpoint client = new CmEndpoint(own, request, null);
            client.conn = event.conn();
            client.privateData = event.privateData();
            if (attr != null) {
                request.createQp(attr);
            }
            return client;
        } catch (RuntimeException | Error e) {
            request.close();
            if (own != null) {
                own.close();
            }
            throw e;
        }
    }

    /**
     * Accepts the request: {@code rdma_accept(3)}. Post the receives for the first messages before this call.
     *
     * @param param the parameters
     * @throws CmEventException if the peer gives up
     * @throws VerbsException if the call fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void accept(ConnParam param) throws InterruptedException {
        id.accept(param);
        if (id.qpType() != QpType.UD) {
            awaitEstablished();
        }
    }

    /** Waits for the end of the handshake. The event has no data, and that of the request remains. */
    private void awaitEstablished() throws InterruptedException {
        next("rdma_accept", CmEventType.ESTABLISHED).ack();
        established = true;
    }

    /**
     * Rejects the request: {@code rdma_reject(3)}.
     *
     * @param data the data for the peer, at most 148 bytes, 136 for datagrams
     * @throws VerbsException if the call fails
     */
    public void reject(ByteBuffer data) {
        id.reject(data);
    }

    // ---------------------------------------------------------------- the end

    /**
     * Returns whether the connection is established and has not ended. The call does not wait. It takes the events that
     * have arrived, and answers a peer that disconnects. Only one thread at a time may call it or wait for a result.
     *
     * @return false before the connection is established, and after the end is known
     * @throws VerbsException if the kernel fails the request
     */
    public boolean isConnected() {
        while (established && !disconnected) {
            Optional<CmEvent> taken = channel.nextEvent();
            if (taken.isEmpty()) {
                return true;
            }
            try (CmEvent event = taken.get()) {
                if (event.type() == CmEventType.DISCONNECTED) {
                    id.disconnect();
                }
                disconnected =
                        event.type() == CmEventType.DISCONNECTED || event.type().isFailure();
            }
        }
        return false;
    }

    /**
     * Ends the connection, and waits until the peer has answered: {@code rdma_disconnect(3)}. Sends in flight may fail.
     * If the connection has ended already, the call returns at once; C would wait for ever.
     *
     * @throws CmEventException if the device was removed
     * @throws VerbsException if there is no connection
     * @throws InterruptedException if the thread is interrupted
     */
    public void disconnect() throws InterruptedException {
        id.disconnect();
        if (!disconnected) {
            next("rdma_disconnect", CmEventType.DISCONNECTED).ack();
        }
    }

    /**
     * Destroys the queue pair with its completion queues, the identifier and its channel: {@code rdma_destroy_ep(3)}. A
     * peer that is connected or waits for an answer is told. A second call has no effect.
     *
     * @throws VerbsException if an object cannot be destroyed
     */
    @Override
    public void close() {
        if (id.isClosed()) {
            channel.close();
            return;
        }
        try {
            id.destroyQp();
        } finally {
            channel.close();
        }
    }
}
