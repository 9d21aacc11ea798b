// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.provider.sim.rdmacm.CmHost.bytes;
import static org.verbena.provider.sim.rdmacm.CmHost.expect;
import static org.verbena.provider.sim.rdmacm.CmHost.expectNothing;
import static org.verbena.provider.sim.rdmacm.CmHost.failsWith;
import static org.verbena.provider.sim.rdmacm.CmHost.text;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Ece;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.rdmacm.CmHost.Connection;

/** Checks connections on the fabric within the process. */
class ConnectTest {
    private final CmHost host = CmHost.within("rxe", "mlx5");

    @AfterEach
    void close() {
        host.close();
    }

    // ---------------------------------------------------------------- establishment

    @Test
    void aConnectionIsEstablishedAndEnds() {
        Connection connection = host.connected();
        assertThat(connection.client().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        assertThat(connection.server().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        assertThat(connection.server().peerAddress())
                .isEqualTo(connection.client().localAddress());
        assertThat(connection.client().peerAddress())
                .isEqualTo(connection.server().localAddress());

        connection.client().disconnect();
        expect(host.servers, CmEventType.DISCONNECTED);
        expectNothing(host.clients);
        connection.server().disconnect();
        expect(host.clients, CmEventType.DISCONNECTED);
        host.advance(Duration.ofMillis(511));
        expectNothing(host.clients);
        host.advance(Duration.ofMillis(1));
        expect(host.clients, CmEventType.TIMEWAIT_EXIT);
        expect(host.servers, CmEventType.TIMEWAIT_EXIT);
        assertThat(connection.client().qp().orElseThrow().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void theRequestAndTheReplyCarryTheParametersOfTheOtherSide() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = host.resolved(listener);
        client.setLocalEce(new Ece(0x15B3, 7));
        client.connect(ConnParam.builder()
                .responderResources(3)
                .initiatorDepth(5)
                .retryCount(6)
                .rnrRetryCount(255)
                .flowControl(1)
                .srq(true)
                .qpNum(0xFF12_3456L)
                .privateData(bytes("x".repeat(56)))
                .build());
        CmEvent request = expect(host.servers, CmEventType.CONNECT_REQUEST);
        ConnParam asked = request.conn().orElseThrow();
        assertThat(asked.responderResources()).isEqualTo(5);
        assertThat(asked.initiatorDepth()).isEqualTo(3);
        assertThat(asked.retryCount()).isEqualTo(6);
        assertThat(asked.rnrRetryCount()).isEqualTo(7);
        assertThat(asked.flowControl()).isEqualTo(1);
        assertThat(asked.srq()).isTrue();
        assertThat(asked.qpNum()).isEqualTo(0x12_3456);
        assertThat(text(request.privateData())).isEqualTo("x".repeat(56));
        assertThat(request.id().remoteEce()).isEqualTo(new Ece(0x15B3, 7));
        assertThat(request.listenId()).contains(listener);

        request.id().setLocalEce(new Ece(0xABCDEF, 9));
        request.id()
                .accept(ConnParam.builder()
                        .responderResources(2)
                        .initiatorDepth(1)
                        .rnrRetryCount(4)
                        .qpNum(0x77)
                        .privateData(bytes("y".repeat(196)))
                        .build());
        CmEvent response = expect(host.clients, CmEventType.CONNECT_RESPONSE);
        ConnParam got = response.conn().orElseThrow();
        assertThat(got.responderResources()).isEqualTo(1);
        assertThat(got.initiatorDepth()).isEqualTo(2);
        assertThat(got.rnrRetryCount()).isEqualTo(4);
        assertThat(got.qpNum()).isEqualTo(0x77);
        assertThat(text(response.privateData())).isEqualTo("y".repeat(196));
        assertThat(client.remoteEce()).isEqualTo(new Ece(0xABCDEF, 9));
        expectNothing(host.servers);
        client.establish();
        expect(host.servers, CmEventType.ESTABLISHED);
    }

    @Test
    void queuePairAttributesFollowFromTheConnectionParameters() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = host.resolved(listener);
        assertThat(client.initQpAttr(QpState.INIT).qpAccessFlags().mask()).isZero();
        client.connect(ConnParam.builder()
                .qpNum(0x55)
                .responderResources(4)
                .initiatorDepth(3)
                .retryCount(6)
                .rnrRetryCount(5)
                .build());
        failsWith(Errno.EINVAL, () -> client.initQpAttr(QpState.RTR));
        CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
        var rtr = server.initQpAttr(QpState.RTR);
        assertThat(rtr.destQpNum()).isEqualTo(0x55);
        assertThat(rtr.maxDestRdAtomic()).isEqualTo(3);
        assertThat(rtr.minRnrTimer()).isZero();
        assertThat(rtr.pathMtu()).isEqualTo(client.path().orElseThrow().mtu());
        assertThat(rtr.ahAttr().grh().orElseThrow().hopLimit()).isEqualTo(64);
        var rts = server.initQpAttr(QpState.RTS);
        assertThat(rts.maxRdAtomic()).isEqualTo(4);
        assertThat(rts.retryCnt()).isEqualTo(6);
        assertThat(rts.rnrRetry()).isEqualTo(5);
        assertThat(rts.timeout()).isEqualTo(17);
        server.accept(ConnParam.builder().qpNum(0x66).rnrRetryCount(2).build());
        expect(host.clients, CmEventType.CONNECT_RESPONSE);

        assertThat(client.initQpAttr(QpState.RTR).destQpNum()).isEqualTo(0x66);
        assertThat(client.initQpAttr(QpState.RTR).rqPsn())
                .isEqualTo(server.initQpAttr(QpState.RTS).sqPsn());
        assertThat(client.initQpAttr(QpState.RTS).sqPsn()).isEqualTo(rtr.rqPsn());
        assertThat(client.initQpAttr(QpState.RTS).rnrRetry()).isEqualTo(2);
        client.setAckTimeout(14);
        assertThat(client.initQpAttr(QpState.RTS).timeout()).isEqualTo(14);
        failsWith(Errno.EINVAL, () -> client.initQpAttr(QpState.ERR));
    }

    // ---------------------------------------------------------------- rejection

    @Test
    void aRejectionCarriesItsReasonAndData() {
        host.connecting(host.listener(PortSpace.TCP, 1));
        expect(host.servers, CmEventType.CONNECT_REQUEST).id().reject(bytes("z".repeat(148)));

        CmEvent rejected = expect(host.clients, CmEventType.REJECTED, 28);
        assertThat(rejected.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
        assertThat(text(rejected.privateData())).isEqualTo("z".repeat(148));
    }

    @Test
    void theOptionsOfThePeerCanBeRejected() {
        host.connecting(host.listener(PortSpace.TCP, 1));
        expect(host.servers, CmEventType.CONNECT_REQUEST).id().rejectEce(bytes(""));

        CmEvent rejected = expect(host.clients, CmEventType.REJECTED, 35);
        assertThat(rejected.rejectReason()).isEqualTo(RejectReason.VENDOR_OPTION_NOT_SUPPORTED);
    }

    @Test
    void aReplyCanBeRejected() {
        CmId client = host.resolved(host.listener(PortSpace.TCP, 1));
        client.connect(ConnParam.builder().qpNum(1).build());
        expect(host.servers, CmEventType.CONNECT_REQUEST)
                .id()
                .accept(ConnParam.builder().qpNum(2).build());
        expect(host.clients, CmEventType.CONNECT_RESPONSE);
        client.reject(bytes("no"));

        assertThat(text(expect(host.servers, CmEventType.REJECTED, 28).privateData()))
                .isEqualTo("no");
    }

    @Test
    void withoutAListenerTheServiceIsInvalid() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = host.resolved(listener);
        listener.close();
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());

        expect(host.clients, CmEventType.REJECTED, 8);
        failsWith(Errno.EINVAL, () -> client.connect(ConnParam.defaults()));
    }

    @Test
    void aListenerAtAnotherDeviceDoesNotServe() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = host.resolved(new InetSocketAddress(host.address(1), CmHost.port(listener)), PortSpace.TCP);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());

        expect(host.clients, CmEventType.REJECTED, 8);
    }

    @Test
    void aListenerOfAnyAddressServesAllDevices() {
        CmId listener = host.servers.createId(PortSpace.TCP);
        listener.listen(0);
        CmId client = host.resolved(new InetSocketAddress(host.address(1), CmHost.port(listener)), PortSpace.TCP);
        client.connect(ConnParam.builder().qpNum(1).build());

        CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
        assertThat(server.verbs().orElseThrow().device().name())
                .isEqualTo(host.provider.devices().get(1).name());
    }

    // ---------------------------------------------------------------- waiting requests

    @Test
    void requestsBeyondTheBacklogAreRepeated() {
        CmId listener = host.listener(PortSpace.TCP, 2);
        List<CmId> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(host.connecting(listener));
        }
        expect(host.servers, CmEventType.CONNECT_REQUEST);
        expect(host.servers, CmEventType.CONNECT_REQUEST);
        expectNothing(host.servers);
        host.repeat();

        expect(host.servers, CmEventType.CONNECT_REQUEST);
        expectNothing(host.clients);
    }

    @Test
    void aSlowServerDelaysTheRepetitions() {
        host.connecting(host.listener(PortSpace.TCP, 1));
        CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
        host.advance(Duration.ofMinutes(15));

        expectNothing(host.clients);
        expectNothing(host.servers);
        server.createQp(CmHost.qp());
        server.accept(ConnParam.defaults());
        expect(host.clients, CmEventType.ESTABLISHED);
    }

    @Test
    void aClientThatGivesUpMakesTheAcceptFail() {
        CmId client = host.connecting(host.listener(PortSpace.TCP, 1));
        CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
        client.close();

        expectNothing(host.servers);
        failsWith(Errno.EINVAL, () -> server.accept(ConnParam.builder().qpNum(1).build()));
    }

    @Test
    void aListenerThatClosesRejectsItsRequests() {
        CmId listener = host.listener(PortSpace.TCP, 4);
        host.connecting(listener);
        host.connecting(listener);
        listener.close();

        expect(host.clients, CmEventType.REJECTED, 28);
        expect(host.clients, CmEventType.REJECTED, 28);
        expectNothing(host.servers);
    }

    // ---------------------------------------------------------------- ends

    @Test
    void bothSidesMayDisconnectAtOnce() {
        Connection connection = host.connected();
        SimFaults.Injected fault = host.provider
                .fabric()
                .faults()
                .inject(SimFault.delay(Duration.ofMillis(1))
                        .where(sent -> sent.cm().equals("DREQ")));
        connection.client().disconnect();
        connection.server().disconnect();
        host.advance(Duration.ofMillis(1));

        expect(host.clients, CmEventType.DISCONNECTED);
        expect(host.servers, CmEventType.DISCONNECTED);
        assertThat(fault.hits()).isEqualTo(2);
        connection.client().disconnect();
        connection.server().disconnect();
        host.advance(Duration.ofMillis(512));
        expect(host.clients, CmEventType.TIMEWAIT_EXIT);
        expect(host.servers, CmEventType.TIMEWAIT_EXIT);
        connection.client().disconnect();
        expectNothing(host.clients);
    }

    @Test
    void closingAConnectedIdentifierEndsTheConnection() {
        Connection connection = host.connected();
        connection.client().close();

        expect(host.servers, CmEventType.DISCONNECTED);
    }

    @Test
    void closingAnAcceptedIdentifierRejects() {
        CmId client = host.resolved(host.listener(PortSpace.TCP, 1));
        client.connect(ConnParam.builder().qpNum(1).build());
        CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
        server.accept(ConnParam.builder().qpNum(2).build());
        expect(host.clients, CmEventType.CONNECT_RESPONSE);
        server.close();

        expect(host.clients, CmEventType.REJECTED, 28);
        failsWith(Errno.EINVAL, client::establish);
    }

    @Test
    void aCommEstEventReplacesALostRtu() {
        host.lose("RTU", 1);
        Connection connection = host.accepted();
        expect(host.clients, CmEventType.ESTABLISHED);
        expectNothing(host.servers);
        connection.server().notifyEvent(AsyncEventType.COMM_EST);

        expect(host.servers, CmEventType.ESTABLISHED);
        failsWith(Errno.EISCONN, () -> connection.server().notifyEvent(AsyncEventType.COMM_EST));
        failsWith(Errno.EINVAL, () -> connection.server().notifyEvent(AsyncEventType.QP_FATAL));
        failsWith(Errno.EINVAL, () -> connection.listener().notifyEvent(AsyncEventType.COMM_EST));
    }

    @Test
    void aSecondRequestOfAQueuePairIsRejectedAsStale() {
        host.connected();
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId first = host.resolved(listener);
        first.connect(ConnParam.builder().qpNum(9).build());
        expect(host.servers, CmEventType.CONNECT_REQUEST);
        CmId second = host.resolved(listener);
        second.connect(ConnParam.builder().qpNum(9).build());

        expect(host.clients, CmEventType.REJECTED, 10);
    }

    @Test
    void eventsMoveWithTheirIdentifier() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        host.connecting(listener);
        try (EventChannel other = host.manager.createEventChannel()) {
            listener.migrate(other);
            expectNothing(host.servers);
            CmId server = expect(other, CmEventType.CONNECT_REQUEST).id();
            server.createQp(CmHost.qp());
            server.accept(ConnParam.defaults());
            expect(host.clients, CmEventType.ESTABLISHED);
            expect(other, CmEventType.ESTABLISHED);
        }
    }

    @Test
    void aFailedDeviceEndsItsIdentifiers() {
        Connection connection = host.connected();
        CmId bound = host.clients.createId(PortSpace.TCP);
        CmId wild = host.servers.createId(PortSpace.TCP);
        wild.listen(1);
        host.provider
                .fabric()
                .faults()
                .failDevice(host.provider.devices().get(0).name());

        assertThat(expect(host.servers, CmEventType.DEVICE_REMOVAL).id()).isEqualTo(connection.listener());
        assertThat(expect(host.clients, CmEventType.DEVICE_REMOVAL).id()).isEqualTo(connection.client());
        assertThat(expect(host.servers, CmEventType.DEVICE_REMOVAL).id()).isEqualTo(connection.server());
        expectNothing(host.clients);
        expectNothing(host.servers);
        failsWith(Errno.ENXIO, () -> connection.client().setTos(1));
        bound.bindAddr(new InetSocketAddress(host.address(1), 0));
        CmId client = host.resolved(new InetSocketAddress(host.address(1), CmHost.port(wild)), PortSpace.TCP);
        client.connect(ConnParam.builder().qpNum(1).build());
        expect(host.servers, CmEventType.CONNECT_REQUEST);
    }

    @Test
    void privateDataIsLimited() {
        CmId client = host.resolved(host.listener(PortSpace.TCP, 1));

        assertThatThrownBy(() -> client.connect(CmHost.with("x".repeat(57))))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("private_data_len = 57, limit 0..56");
    }

    @Test
    void connectionsCanBeOpenedAndClosedRepeatedly() {
        for (int i = 0; i < 100; i++) {
            Connection connection = host.connected();
            connection.client().disconnect();
            expect(host.servers, CmEventType.DISCONNECTED);
            connection.client().close();
            connection.server().close();
            connection.listener().close();
            host.advance(Duration.ofSeconds(1));
            expectNothing(host.servers);
            expectNothing(host.clients);
        }
    }
}
