// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmEndpoint;
import org.verbena.cm.CmEventException;
import org.verbena.cm.CmEventType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Endpoint;

/** Synchronous endpoints: {@code rdma_getaddrinfo(3)}, {@code rdma_create_ep(3)}, {@code rdma_get_request(3)}. */
public final class SynchronousEndpoints implements ConnectionBehaviours {
    private static CmEndpoint listener(CmFixture cm, PortSpace portSpace) throws InterruptedException {
        AddrInfo info = AddrInfo.hints()
                .portSpace(portSpace)
                .passive()
                .numericHost()
                .resolve(cm.ip().getHostAddress(), 0);
        CmEndpoint listener =
                CmEndpoint.create(cm.manager(), info, CmFixture.qpRequest().build());
        listener.listen(0);
        return listener;
    }

    private static CmEndpoint client(CmFixture cm, CmEndpoint listener) throws InterruptedException {
        AddrInfo info = AddrInfo.hints()
                .portSpace(listener.id().portSpace())
                .numericHost()
                .resolve(
                        cm.ip().getHostAddress(),
                        listener.id().localAddress().orElseThrow().getPort());
        return CmEndpoint.create(cm.manager(), info, CmFixture.qpRequest().build());
    }

    @Behaviour(id = "CMY-01", needs = Capability.WORK, says = "synchronous endpoints connect, send and disconnect")
    public void connects(CmFixture cm) throws Exception {
        CmEndpoint listener = listener(cm, PortSpace.TCP);
        CmEndpoint client = client(cm, listener);
        assertThat(client.isConnected()).isFalse();
        CmEndpoint server = Threads.beside(
                () -> {
                    CmEndpoint request = listener.getRequest();
                    request.accept(CmFixture.with(CmFixture.data("welcome")));
                    return request;
                },
                () -> {
                    client.connect(CmFixture.with(CmFixture.data("hello")));
                    return client;
                });

        assertThat(client.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("welcome"), 196));
        assertThat(server.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("hello"), 56));
        assertThat(client.isConnected()).isTrue();
        assertThat(server.isConnected()).isTrue();
        Endpoint far = CmPair.endpoint(cm, server.id());
        CmPair.postRecv(far, 1);
        CmPair.assertReceives(CmPair.endpoint(cm, client.id()), far, 1);

        Threads.beside(
                () -> {
                    while (server.isConnected()) {
                        Thread.sleep(1);
                    }
                    return server;
                },
                () -> {
                    client.disconnect();
                    return client;
                });
        assertThat(client.isConnected()).isFalse();
        client.close();
        server.close();
        listener.close();
        assertThat(server.id().isClosed()).isTrue();
    }

    @Behaviour(
            id = "CMY-02",
            says = "a rejected synchronous connect fails with ECONNREFUSED, the reason and the private data")
    public void isRejected(CmFixture cm) throws Exception {
        CmEndpoint listener = listener(cm, PortSpace.TCP);
        CmEndpoint client = client(cm, listener);

        CmEventException failure = Threads.beside(
                () -> catchThrowableOfType(CmEventException.class, () -> client.connect(ConnParam.defaults())), () -> {
                    listener.getRequest().reject(CmFixture.data("no"));
                    return listener;
                });

        assertThat(failure.errno()).isEqualTo(Errno.ECONNREFUSED);
        assertThat(failure.type()).isEqualTo(CmEventType.REJECTED);
        assertThat(failure.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
        assertThat(failure.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("no"), 148));
        assertThat(client.isConnected()).isFalse();
    }

    @Behaviour(id = "CMY-03", says = "a synchronous connect to a port without a listener fails with ECONNREFUSED")
    public void hasNoListener(CmFixture cm) throws Exception {
        CmEndpoint listener = listener(cm, PortSpace.TCP);
        CmEndpoint client = client(cm, listener);
        listener.close();

        CmEventException failure =
                catchThrowableOfType(CmEventException.class, () -> client.connect(ConnParam.defaults()));

        assertThat(failure.errno()).isEqualTo(Errno.ECONNREFUSED);
        assertThat(failure.rejectReason()).isEqualTo(RejectReason.INVALID_SERVICE_ID);
    }

    @Behaviour(
            id = "CMY-04",
            needs = Capability.UD,
            says = "a synchronous client of a datagram service learns its queue pair")
    public void resolvesService(CmFixture cm) throws Exception {
        CmEndpoint listener = listener(cm, PortSpace.UDP);
        CmEndpoint client = client(cm, listener);
        CmEndpoint server = Threads.beside(
                () -> {
                    CmEndpoint request = listener.getRequest();
                    request.accept(ConnParam.defaults());
                    return request;
                },
                () -> {
                    client.connect(ConnParam.defaults());
                    return client;
                });

        assertThat(client.ud().orElseThrow().qpNum())
                .isEqualTo(server.qp().orElseThrow().qpNum());
    }
}
