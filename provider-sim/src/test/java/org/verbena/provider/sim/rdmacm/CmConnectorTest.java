// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.provider.sim.rdmacm.CmHost.bytes;
import static org.verbena.provider.sim.rdmacm.CmHost.text;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpState;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmEventException;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.CmListener;
import org.verbena.cm.CmRequest;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks connections through {@link CmConnector} on the fabric within the process. */
class CmConnectorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LENGTH = 5;

    private final CmHost host = CmHost.within("rxe", "mlx5");
    private final CmConnector connector = CmConnector.create(host.manager);

    @AfterEach
    void close() {
        connector.close();
        host.close();
    }

    private InetSocketAddress anyPort() {
        return new InetSocketAddress(host.address(0), 0);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** The two sides of a connection. */
    private record Pair(CmConnection client, CmConnection server) {}

    private Pair connect() throws Exception {
        CmListener listener = connector.listen(anyPort());
        CompletableFuture<CmConnection> server = listener.acceptAsync();
        CmConnection client = connector.connect(listener.localAddress());
        return new Pair(client, get(server));
    }

    private static void await(CompletionQueue cq) {
        CompletionArray completions = cq.context().newCompletionArray(1);
        while (cq.poll(completions) == 0) {
            Thread.onSpinWait();
        }
        assertThat(completions.isSuccess(0)).isTrue();
    }

    private static MemoryRegion postReceive(CmConnection connection) {
        MemoryRegion buffer = connection.pd().allocMr(LENGTH, AccessFlag.LOCAL_WRITE);
        RecvBatch receive = connection.qp().context().newRecvBatch(1, 1);
        receive.add().sge(buffer);
        connection.qp().postRecv(receive);
        return buffer;
    }

    private static void send(CmConnection connection, String message) {
        MemoryRegion buffer = connection.pd().allocMr(LENGTH, AccessFlag.LOCAL_WRITE);
        buffer.view(0, LENGTH).put(bytes(message));
        SendBatch send = connection.qp().context().newSendBatch(1);
        send.add().send().signaled().sge(buffer);
        connection.qp().postSend(send);
        await(connection.sendCq());
    }

    private static String received(MemoryRegion buffer) {
        return text(buffer.view(0, LENGTH));
    }

    @Test
    void aMessageReachesThePeer() throws Exception {
        Pair pair = connect();
        MemoryRegion received = postReceive(pair.server());

        send(pair.client(), "hello");
        await(pair.server().recvCq());

        assertThat(received(received)).isEqualTo("hello");
        assertThat(pair.client().isConnected()).isTrue();
        assertThat(pair.client().peerAddress()).isEqualTo(pair.server().localAddress());
        assertThat(pair.server().peerAddress()).isEqualTo(pair.client().localAddress());
    }

    @Test
    void receivesArePostedBeforeTheConnectionIsEstablished() throws Exception {
        Map<CmConnection, MemoryRegion> buffers = new ConcurrentHashMap<>();
        CmConnectorSettings settings = CmConnectorSettings.builder()
                .prepare(connection -> {
                    assertThat(connection.isConnected()).isFalse();
                    buffers.put(connection, postReceive(connection));
                })
                .build();
        try (CmConnector prepared = CmConnector.create(host.manager, settings)) {
            CmListener listener = prepared.listen(anyPort());
            CompletableFuture<CmConnection> server = listener.acceptAsync();
            CmConnection client = prepared.connect(listener.localAddress());

            send(client, "hello");
            await(get(server).recvCq());

            assertThat(received(buffers.get(get(server)))).isEqualTo("hello");
            assertThat(buffers).containsKey(client);
        }
    }

    @Test
    void bothSidesGetThePrivateDataOfThePeer() throws Exception {
        CmListener listener = connector.listen(anyPort());
        CompletableFuture<CmConnection> client = connector.connectAsync(
                listener.localAddress(),
                ConnParam.builder().privateData(bytes("request")).build());
        CmRequest request = listener.nextRequest(PATIENCE).orElseThrow();

        CmConnection server = get(request.acceptAsync(
                ConnParam.builder().privateData(bytes("answer")).build()));

        assertThat(text(request.privateData())).isEqualTo("request");
        assertThat(text(server.privateData())).isEqualTo("request");
        assertThat(text(get(client).privateData())).isEqualTo("answer");
        assertThat(get(client).peerParam()).isPresent();
    }

    @Test
    void aPortWithoutListenerIsReported() {
        assertThatExceptionOfType(CmEventException.class)
                .isThrownBy(() -> connector.connect(new InetSocketAddress(host.address(0), 7174)))
                .satisfies(e -> {
                    assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED);
                    assertThat(e.rejectReason()).isEqualTo(RejectReason.INVALID_SERVICE_ID);
                    assertThat(e.type()).isEqualTo(CmEventType.REJECTED);
                    assertThat(e.status()).isEqualTo(8);
                })
                .withMessageContaining("rdma_connect on ")
                .withMessageContaining(":7174 failed with ECONNREFUSED (111): RDMA_CM_EVENT_REJECTED, rejected by the "
                        + "peer: IB_CM_REJ_INVALID_SERVICE_ID (8)");
    }

    @Test
    void aRejectionReachesTheClientWithItsData() throws Exception {
        CmListener listener = connector.listen(anyPort());
        CompletableFuture<CmConnection> client = connector.connectAsync(listener.localAddress());

        CmRequest request = listener.nextRequest(PATIENCE).orElseThrow();
        request.reject(bytes("full"));

        assertThatThrownBy(() -> get(client))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(CmEventException.class, e -> {
                    assertThat(e.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
                    assertThat(text(e.privateData())).isEqualTo("full");
                });
        assertThatThrownBy(request::accept).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void requestsBeyondTheBacklogAreRejected() throws Exception {
        CmConnectorSettings settings = CmConnectorSettings.builder().backlog(2).build();
        try (CmConnector small = CmConnector.create(host.manager, settings)) {
            CmListener listener = small.listen(anyPort());
            List<CompletableFuture<CmConnection>> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                clients.add(small.connectAsync(listener.localAddress()));
            }

            assertThatThrownBy(() -> get(clients.get(2)))
                    .cause()
                    .isInstanceOfSatisfying(
                            CmEventException.class,
                            e -> assertThat(e.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED));
            for (int i = 0; i < 2; i++) {
                assertThat(listener.accept(PATIENCE)).isPresent();
                assertThat(get(clients.get(i)).isConnected()).isTrue();
            }
        }
    }

    @Test
    void aConnectToASilentPeerTimesOut() {
        CmId silent = host.listener(PortSpace.TCP, 1);
        CmConnectorSettings settings =
                CmConnectorSettings.builder().timeout(Duration.ofMillis(20)).build();
        try (CmConnector hasty = CmConnector.create(host.manager, settings)) {
            assertThatThrownBy(() -> hasty.connect(silent.localAddress().orElseThrow()))
                    .isInstanceOfSatisfying(
                            VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ETIMEDOUT))
                    .hasMessageContaining("timeout = PT0.02S");
        }
    }

    @Test
    void aCancelledConnectionIsClosed() throws Exception {
        CmListener listener = connector.listen(anyPort());
        CompletableFuture<CmConnection> client = connector.connectAsync(listener.localAddress());
        CmRequest request = listener.nextRequest(PATIENCE).orElseThrow();

        client.cancel(false);

        assertThatThrownBy(client::join).isInstanceOf(CancellationException.class);
        assertThatThrownBy(request::accept).isInstanceOf(VerbsException.class);
    }

    @Test
    void theEndOfAConnectionIsNoticedOnBothSides() throws Exception {
        Pair pair = connect();

        pair.client().disconnect();
        get(pair.server().onDisconnect());
        get(pair.client().onDisconnect());

        assertThat(pair.server().isConnected()).isFalse();
        assertThat(pair.client().isConnected()).isFalse();
        assertThat(pair.server().qp().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void aPeerThatClosesIsNoticed() throws Exception {
        Pair pair = connect();

        pair.server().close();
        get(pair.client().onDisconnect());

        assertThat(pair.client().isConnected()).isFalse();
        assertThatThrownBy(() -> pair.server().qp()).isInstanceOf(ClosedHandleException.class);
    }

    private static CompletableFuture<Void> serve(
            CmListener listener, ExecutorService executor, Consumer<CmConnection> handler) {
        return CompletableFuture.runAsync(() -> {
            try {
                listener.serve(executor, handler);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void aServerServesManyClients() throws Exception {
        int count = 20;
        CmListener listener = connector.listen(anyPort());
        ExecutorService executor = Executors.newFixedThreadPool(4);
        CompletableFuture<Void> serving = serve(
                listener,
                executor,
                client -> send(client, "%05d".formatted(client.peerAddress().getPort())));
        Map<CmConnection, MemoryRegion> buffers = new ConcurrentHashMap<>();
        CmConnectorSettings settings = CmConnectorSettings.builder()
                .prepare(connection -> buffers.put(connection, postReceive(connection)))
                .build();
        try (CmConnector clients = CmConnector.create(host.manager, settings)) {
            for (int i = 0; i < count; i++) {
                CmConnection client = clients.connect(listener.localAddress());
                await(client.recvCq());
                get(client.onDisconnect());
                assertThat(received(buffers.get(client)))
                        .isEqualTo("%05d".formatted(client.localAddress().getPort()));
            }
        }
        listener.close();
        get(serving);
        executor.shutdown();
        assertThat(buffers).hasSize(count);
    }

    @Test
    void aFloodOfRequestsNeitherFillsTheExecutorNorEndsTheServer() throws Exception {
        int count = 60;
        CmConnectorSettings few = CmConnectorSettings.builder().backlog(5).build();
        try (CmConnector connector = CmConnector.create(host.manager, few);
                CmConnector clients = CmConnector.create(host.manager)) {
            CmListener listener = connector.listen(anyPort());
            ArrayBlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(3);
            ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue);
            CompletableFuture<Void> flooded = new CompletableFuture<>();
            CompletableFuture<Void> serving = serve(listener, executor, client -> flooded.join());
            List<CompletableFuture<CmConnection>> flood = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                flood.add(clients.connectAsync(listener.localAddress()));
            }
            // One is served, three wait in the executor, and the others are rejected.
            for (int refused = 0; refused < count - 4; ) {
                refused = (int) flood.stream()
                        .filter(CompletableFuture::isCompletedExceptionally)
                        .count();
                Thread.onSpinWait();
            }
            flooded.complete(null);
            for (CompletableFuture<CmConnection> connected : flood) {
                if (!connected.isCompletedExceptionally()) {
                    get(get(connected).onDisconnect());
                }
            }
            get(clients.connect(listener.localAddress()).onDisconnect());
            listener.close();
            get(serving);
            executor.shutdown();
        }
    }

    @Test
    void aServerEndsWithItsExecutor() throws Exception {
        CmListener listener = connector.listen(anyPort());
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.shutdown();
        CompletableFuture<CmConnection> client = connector.connectAsync(listener.localAddress());

        assertThatThrownBy(() -> listener.serve(executor, connection -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> get(client)).hasCauseInstanceOf(CmEventException.class);
    }

    @Test
    void bothSidesLimitTheWaitForALateReceive() throws Exception {
        CmConnectorSettings slow = CmConnectorSettings.builder().minRnrTimer(20).build();
        try (CmConnector other = CmConnector.create(host.manager, slow)) {
            CmListener listener = connector.listen(anyPort());
            CompletableFuture<CmConnection> server = listener.acceptAsync();
            CmConnection client = other.connect(listener.localAddress());

            assertThat(get(server).qp().query().attr().minRnrTimer()).isEqualTo(12);
            assertThat(client.qp().query().attr().minRnrTimer()).isEqualTo(20);
        }
    }

    @Test
    void anEngineCompletesFutures() throws Exception {
        CmConnectorSettings settings =
                CmConnectorSettings.builder().async(engine -> engine.buffers(8)).build();
        try (CmConnector async = CmConnector.create(host.manager, settings)) {
            CmListener listener = async.listen(anyPort());
            CompletableFuture<CmConnection> server = listener.acceptAsync();
            CmConnection client = async.connect(listener.localAddress());
            CompletableFuture<String> message =
                    get(server).asyncQp().recv().thenApply(received -> text(received.data()));

            get(client.asyncQp().send(bytes("hello")));

            assertThat(get(message)).isEqualTo("hello");
        }
    }

    @Test
    void withoutEngineThereIsNoAsyncQueuePair() throws Exception {
        Pair pair = connect();

        assertThatThrownBy(() -> pair.client().asyncQp()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aPreparationThatThrowsEndsTheConnection() throws Exception {
        CmConnectorSettings settings = CmConnectorSettings.builder()
                .prepare(connection -> {
                    throw new UnsupportedOperationException("no buffers");
                })
                .build();
        CmListener listener = connector.listen(anyPort());
        try (CmConnector failing = CmConnector.create(host.manager, settings)) {
            assertThatThrownBy(() -> failing.connect(listener.localAddress()))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
        assertThat(listener.nextRequest(Duration.ZERO)).isEmpty();
    }

    @Test
    void closingAListenerEndsItsWaits() throws Exception {
        CmListener listener = connector.listen(anyPort());
        CompletableFuture<CmConnection> waiting = listener.acceptAsync();
        InetSocketAddress address = listener.localAddress();

        listener.close();

        assertThatThrownBy(() -> get(waiting)).cause().isInstanceOf(ClosedHandleException.class);
        assertThatThrownBy(() -> listener.accept(PATIENCE)).isInstanceOf(ClosedHandleException.class);
        assertThatThrownBy(() -> connector.connect(address)).isInstanceOf(CmEventException.class);
    }

    @Test
    void aTimeoutLosesNoRequest() throws Exception {
        CmListener listener = connector.listen(anyPort());
        assertThat(listener.accept(Duration.ofMillis(5))).isEmpty();
        CompletableFuture<CmConnection> client = connector.connectAsync(listener.localAddress());

        assertThat(listener.accept(PATIENCE)).isPresent();
        assertThat(get(client).isConnected()).isTrue();
    }

    @Test
    void closingTheConnectorEndsItsListenersAndConnects() throws Exception {
        CmConnector other = CmConnector.create(host.manager);
        CmListener listener = other.listen(anyPort());
        CompletableFuture<CmConnection> open = other.connectAsync(listener.localAddress());

        other.close();
        other.close();

        assertThatThrownBy(() -> get(open)).cause().isInstanceOf(VerbsException.class);
        assertThatThrownBy(() -> listener.nextRequest(PATIENCE)).isInstanceOf(ClosedHandleException.class);
        assertThatThrownBy(() -> other.connect(new InetSocketAddress(host.address(0), 1)))
                .isInstanceOf(ClosedHandleException.class);
    }

    @Test
    void theUdpPortSpaceIsRejected() {
        assertThatThrownBy(() -> CmConnectorSettings.builder().portSpace(PortSpace.UDP))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("ps = RDMA_PS_UDP, limit RDMA_PS_TCP or RDMA_PS_IB");
    }

    @Test
    void settingsHaveRanges() {
        CmConnectorSettings.Builder settings = CmConnectorSettings.builder();

        assertThatThrownBy(() -> settings.tos(256)).hasMessageContaining("RDMA_OPTION_ID_TOS = 256, limit 0..255");
        assertThatThrownBy(() -> settings.ackTimeout(32)).hasMessageContaining("limit 0..31");
        assertThatThrownBy(() -> settings.backlog(0)).hasMessageContaining("backlog = 0, limit 1..65535");
        assertThatThrownBy(() -> settings.timeout(Duration.ZERO)).hasMessageContaining("timeout = PT0S");
        assertThatThrownBy(() -> settings.resolveTimeout(Duration.ofNanos(1)))
                .hasMessageContaining("timeout_ms = PT0.000000001S");
    }

    @Test
    void optionsApplyToOutgoingConnections() throws Exception {
        CmListener listener = connector.listen(anyPort());
        CompletableFuture<CmConnection> server = listener.acceptAsync();
        CmConnectorSettings settings = CmConnectorSettings.builder()
                .source(new InetSocketAddress(host.address(1), 0))
                .tos(32)
                .ackTimeout(14)
                .portSpace(PortSpace.TCP)
                .build();
        try (CmConnector client = CmConnector.create(host.manager, settings)) {
            CmConnection connection = client.connect(listener.localAddress());

            assertThat(connection.localAddress().getAddress()).isEqualTo(host.address(1));
            assertThat(connection.id().path().orElseThrow().trafficClass()).isEqualTo(32);
            assertThat(get(server).peerAddress().getAddress()).isEqualTo(host.address(1));
        }
    }

    @Test
    void aRequestThatIsClosedIsRejected() throws Exception {
        CmListener listener = connector.listen(anyPort());
        CompletableFuture<CmConnection> client = connector.connectAsync(listener.localAddress());

        try (CmRequest request = listener.nextRequest(PATIENCE).orElseThrow()) {
            assertThat(request.param()).isPresent();
            assertThat(request.peerAddress().getAddress()).isNotNull();
        }

        assertThatThrownBy(() -> get(client)).cause().isInstanceOf(CmEventException.class);
    }
}
