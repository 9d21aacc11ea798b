// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.provider.sim.rdmacm.CmHost.bytes;
import static org.verbena.provider.sim.rdmacm.CmHost.text;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.attr.QpState;
import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmEndpoint;
import org.verbena.cm.CmEventException;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.cm.UdParam;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks synchronous endpoints on the fabric within the process. */
class CmEndpointTest {
    private final CmHost host = CmHost.within("rxe", "mlx5");

    @AfterEach
    void close() {
        host.close();
    }

    /** Runs one side of a connection in its own thread, because its calls wait for the other side. */
    private static <T> CompletableFuture<T> start(Callable<T> side) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return side.call();
                    } catch (RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                },
                CmEndpointTest::inThread);
    }

    /** Runs a side in its own thread, because the common pool may have only one thread. */
    private static void inThread(Runnable side) {
        Thread thread = new Thread(side, "side");
        thread.setDaemon(true);
        thread.start();
    }

    private static <T> T get(CompletableFuture<T> side) throws Exception {
        return side.get(60, TimeUnit.SECONDS);
    }

    private CmEndpoint listener(PortSpace space) throws InterruptedException {
        InetSocketAddress local = new InetSocketAddress(host.address(0), 0);
        CmEndpoint listener =
                CmEndpoint.create(host.manager, new AddrInfo(space, Optional.of(local), Optional.empty()), CmHost.qp());
        listener.listen(1);
        return listener;
    }

    private CmEndpoint client(CmEndpoint listener) throws InterruptedException {
        return CmEndpoint.create(
                host.manager,
                new AddrInfo(
                        listener.id().portSpace(),
                        Optional.empty(),
                        listener.id().localAddress()),
                CmHost.qp());
    }

    private static CmEndpoint connected(CmEndpoint client, String data) throws InterruptedException {
        client.connect(ConnParam.builder().privateData(bytes(data)).build());
        return client;
    }

    private record Pair(CmEndpoint client, CmEndpoint server) {}

    private Pair connect() throws Exception {
        CmEndpoint listener = listener(PortSpace.TCP);
        CmEndpoint client = client(listener);
        CompletableFuture<CmEndpoint> connecting = start(() -> connected(client, "request"));
        CmEndpoint server = listener.getRequest();
        assertThat(text(server.privateData())).isEqualTo("request");
        server.accept(ConnParam.builder().privateData(bytes("answer")).build());
        return new Pair(get(connecting), server);
    }

    @Test
    void bothSidesAreConnected() throws Exception {
        Pair pair = connect();

        assertThat(pair.client().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        assertThat(pair.server().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        assertThat(text(pair.client().privateData())).isEqualTo("answer");
        assertThat(pair.client().conn()).isPresent();
        assertThat(pair.client().isConnected()).isTrue();
        assertThat(pair.server().isConnected()).isTrue();
        assertThat(pair.server().id().peerAddress())
                .isEqualTo(pair.client().id().localAddress());
    }

    @Test
    void aDisconnectWaitsForThePeer() throws Exception {
        Pair pair = connect();

        CompletableFuture<Boolean> ending = start(() -> {
            pair.client().disconnect();
            return pair.client().isConnected();
        });
        while (pair.server().isConnected()) {
            Thread.onSpinWait();
        }

        assertThat(get(ending)).isFalse();
        assertThat(pair.server().qp().orElseThrow().state()).isEqualTo(QpState.ERR);
        pair.server().disconnect();
        pair.client().disconnect();
    }

    @Test
    void aPeerThatClosesIsNoticed() throws Exception {
        Pair pair = connect();

        pair.client().close();
        pair.client().close();
        while (pair.server().isConnected()) {
            Thread.onSpinWait();
        }

        assertThat(pair.client().id().isClosed()).isTrue();
    }

    @Test
    void aRejectionFailsTheConnect() throws Exception {
        CmEndpoint listener = listener(PortSpace.TCP);
        CmEndpoint client = client(listener);
        CompletableFuture<CmEndpoint> connecting = start(() -> connected(client, "request"));

        listener.getRequest().reject(bytes("full"));

        assertThatThrownBy(() -> get(connecting))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(CmEventException.class, e -> {
                    assertThat(e.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
                    assertThat(text(e.privateData())).isEqualTo("full");
                });
        assertThat(client.isConnected()).isFalse();
    }

    @Test
    void aDatagramServiceHasAnAddress() throws Exception {
        CmEndpoint listener = listener(PortSpace.UDP);
        CmEndpoint client = client(listener);
        CompletableFuture<CmEndpoint> connecting = start(() -> connected(client, "request"));

        CmEndpoint server = listener.getRequest();
        server.accept(ConnParam.defaults());

        UdParam service = get(connecting).ud().orElseThrow();
        assertThat(service.qpNum()).isEqualTo((int) server.qp().orElseThrow().qpNum());
        assertThat(service.qkey()).isEqualTo(UdParam.UDP_QKEY);
    }

    @Test
    void aQueuePairOfTheApplicationNeedsNoAttributes() throws Exception {
        CmEndpoint listener = listener(PortSpace.TCP);
        AddrInfo peer =
                new AddrInfo(PortSpace.TCP, Optional.empty(), listener.id().localAddress());

        try (CmEndpoint client = CmEndpoint.create(host.manager, peer, null)) {
            assertThat(client.qp()).isEmpty();
            client.id().createQp(CmHost.qp());
            assertThat(client.qp()).isPresent();
        }
    }

    @Test
    void closingTheListenerEndsItsWait() throws Exception {
        CmEndpoint listener = listener(PortSpace.TCP);
        CompletableFuture<CmEndpoint> waiting = start(listener::getRequest);

        listener.close();

        assertThatThrownBy(() -> get(waiting)).cause().isInstanceOf(ClosedHandleException.class);
    }

    @Test
    void aQueuePairThatCannotBeCreatedRejectsTheRequest() throws Exception {
        AddrInfo local =
                new AddrInfo(PortSpace.TCP, Optional.of(new InetSocketAddress(host.address(0), 0)), Optional.empty());
        CmEndpoint listener = CmEndpoint.create(
                host.manager, local, CmHost.qp().toBuilder().maxSendWr(1 << 30).build());
        listener.listen(1);
        CmEndpoint client = client(listener);
        CompletableFuture<CmEndpoint> connecting = start(() -> connected(client, "request"));

        assertThatThrownBy(listener::getRequest).isInstanceOf(VerbsException.class);

        assertThatThrownBy(() -> get(connecting)).cause().isInstanceOf(CmEventException.class);
    }

    @Test
    void anEndpointNeedsAnAddress() {
        AddrInfo nothing = new AddrInfo(PortSpace.TCP, Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> CmEndpoint.create(host.manager, nothing, null))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("ai_src_addr = NULL");
    }
}
