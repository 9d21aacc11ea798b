// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.provider.sim.cm.CmHost.bytes;
import static org.verbena.provider.sim.cm.CmHost.expect;
import static org.verbena.provider.sim.cm.CmHost.expectNothing;
import static org.verbena.provider.sim.cm.CmHost.failsWith;
import static org.verbena.provider.sim.cm.CmHost.text;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

/** Checks connections on the fabric within the process. */
class ConnectTest {
    private final CmHost host = CmHost.within("rxe", "mlx5");

    @AfterEach
    void close() {
        host.close();
    }

    private static ConnParam with(String data) {
        return ConnParam.builder().privateData(bytes(data)).build();
    }

    /** A client and a server that are connected. */
    private record Pair(CmId listener, CmId client, CmId server) {}

    private CmId connecting(CmId listener) {
        CmId client = host.resolved(listener);
        client.createQp(CmHost.qp());
        client.connect(with("request"));
        return client;
    }

    private Pair accepted() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = connecting(listener);
        CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
        server.createQp(CmHost.qp());
        server.accept(with("reply"));
        return new Pair(listener, client, server);
    }

    private Pair connected() {
        Pair pair = accepted();
        expect(host.clients, CmEventType.ESTABLISHED);
        expect(host.servers, CmEventType.ESTABLISHED);
        return pair;
    }

    private SimFaults.Injected lose(String message, int times) {
        return host.provider
                .fabric()
                .faults()
                .inject(SimFault.drop().where(sent -> sent.cm().equals(message)).times(times));
    }

    private void repeat() {
        host.advance(Duration.ofMillis(4608));
    }

    // ---------------------------------------------------------------- the usual course

    @Test
    void aConnectionIsEstablishedAndEnds() {
        Pair pair = connected();
        assertThat(pair.client().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        assertThat(pair.server().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        assertThat(pair.server().peerAddress()).isEqualTo(pair.client().localAddress());
        assertThat(pair.client().peerAddress()).isEqualTo(pair.server().localAddress());

        pair.client().disconnect();
        expect(host.servers, CmEventType.DISCONNECTED);
        expectNothing(host.clients);
        pair.server().disconnect();
        expect(host.clients, CmEventType.DISCONNECTED);
        host.advance(Duration.ofMillis(511));
        expectNothing(host.clients);
        host.advance(Duration.ofMillis(1));
        expect(host.clients, CmEventType.TIMEWAIT_EXIT);
        expect(host.servers, CmEventType.TIMEWAIT_EXIT);
        assertThat(pair.client().qp().orElseThrow().state()).isEqualTo(QpState.ERR);
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
    void theAttributesOfAQueuePairFollowFromTheTerms() {
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
        connecting(host.listener(PortSpace.TCP, 1));
        expect(host.servers, CmEventType.CONNECT_REQUEST).id().reject(bytes("z".repeat(148)));

        CmEvent rejected = expect(host.clients, CmEventType.REJECTED, 28);
        assertThat(rejected.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
        assertThat(text(rejected.privateData())).isEqualTo("z".repeat(148));
    }

    @Test
    void theOptionsOfThePeerCanBeRejected() {
        connecting(host.listener(PortSpace.TCP, 1));
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
            clients.add(connecting(listener));
        }
        expect(host.servers, CmEventType.CONNECT_REQUEST);
        expect(host.servers, CmEventType.CONNECT_REQUEST);
        expectNothing(host.servers);
        repeat();

        expect(host.servers, CmEventType.CONNECT_REQUEST);
        expectNothing(host.clients);
    }

    @Test
    void aSlowServerDelaysTheRepetitions() {
        connecting(host.listener(PortSpace.TCP, 1));
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
        CmId client = connecting(host.listener(PortSpace.TCP, 1));
        CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
        client.close();

        expectNothing(host.servers);
        failsWith(Errno.EINVAL, () -> server.accept(ConnParam.builder().qpNum(1).build()));
    }

    @Test
    void aListenerThatClosesRejectsItsRequests() {
        CmId listener = host.listener(PortSpace.TCP, 4);
        connecting(listener);
        connecting(listener);
        listener.close();

        expect(host.clients, CmEventType.REJECTED, 28);
        expect(host.clients, CmEventType.REJECTED, 28);
        expectNothing(host.servers);
    }

    // ---------------------------------------------------------------- lost messages

    @ParameterizedTest
    @ValueSource(strings = {"REQ", "REP", "RTU"})
    void aLostMessageOfTheHandshakeIsSentAgain(String message) {
        try (SimFaults.Injected fault = lose(message, 2)) {
            CmId client = connecting(host.listener(PortSpace.TCP, 1));
            for (int i = 0; message.equals("REQ") && i < 2; i++) {
                expectNothing(host.servers);
                repeat();
            }
            CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
            server.createQp(CmHost.qp());
            server.accept(ConnParam.defaults());
            for (int i = 0; !message.equals("REQ") && i < 2; i++) {
                if (message.equals("RTU")) {
                    host.clients.nextEvent();
                } else {
                    expectNothing(host.clients);
                }
                expectNothing(host.servers);
                repeat();
            }
            if (!message.equals("RTU")) {
                expect(host.clients, CmEventType.ESTABLISHED);
            }
            expect(host.servers, CmEventType.ESTABLISHED);
            assertThat(client.qp().orElseThrow().state()).isEqualTo(QpState.RTS);
            assertThat(fault.hits()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DREQ", "DREP"})
    void aLostMessageOfTheEndIsSentAgain(String message) {
        Pair pair = connected();
        try (SimFaults.Injected fault = lose(message, 1)) {
            pair.client().disconnect();
            if (message.equals("DREQ")) {
                expectNothing(host.servers);
                repeat();
            }
            expect(host.servers, CmEventType.DISCONNECTED);
            pair.server().disconnect();
            if (message.equals("DREP")) {
                expectNothing(host.clients);
                // The server has left the timewait state, and ignores the message as long as its identifier exists.
                repeat();
                expectNothing(host.clients);
                pair.server().close();
                repeat();
            }
            expect(host.clients, CmEventType.DISCONNECTED);
            assertThat(fault.hits()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REQ", "REP", "RTU", "DREQ", "DREP"})
    void aMessageThatArrivesTwiceCountsOnce(String message) {
        host.provider
                .fabric()
                .faults()
                .inject(SimFault.duplicate().where(sent -> sent.cm().equals(message)));
        Pair pair = connected();
        pair.server().disconnect();
        expect(host.clients, CmEventType.DISCONNECTED);
        pair.client().disconnect();
        expect(host.servers, CmEventType.DISCONNECTED);

        expectNothing(host.clients);
        expectNothing(host.servers);
    }

    @Test
    void aPeerThatIsSilentIsUnreachable() {
        CmId client = host.resolved(host.listener(PortSpace.TCP, 1));
        SimFaults.Injected fault = lose("REQ", Integer.MAX_VALUE);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());
        host.advance(Duration.ofMillis(16 * 4608 - 1));
        expectNothing(host.clients);
        host.advance(Duration.ofMillis(1));

        expect(host.clients, CmEventType.UNREACHABLE, -110);
        assertThat(fault.hits()).isEqualTo(16);
    }

    @Test
    void aReplyWithoutAnswerMakesTheClientUnreachable() {
        lose("RTU", Integer.MAX_VALUE);
        accepted();
        expect(host.clients, CmEventType.ESTABLISHED);
        host.advance(Duration.ofMillis(16 * 4096));

        expect(host.servers, CmEventType.UNREACHABLE, -110);
    }

    @Test
    void anEndWithoutAnswerIsReportedWithAnError() {
        Pair pair = connected();
        lose("DREQ", Integer.MAX_VALUE);
        pair.client().disconnect();
        host.advance(Duration.ofMillis(16 * 4608));

        expect(host.clients, CmEventType.DISCONNECTED, -110);
        host.advance(Duration.ofMillis(512));
        expect(host.clients, CmEventType.TIMEWAIT_EXIT);
    }

    @Test
    void aDelayedReplyArrivesLater() {
        host.provider
                .fabric()
                .faults()
                .inject(SimFault.delay(Duration.ofSeconds(1))
                        .where(sent -> sent.cm().equals("REP")));
        accepted();
        expectNothing(host.clients);
        host.advance(Duration.ofSeconds(1));

        expect(host.clients, CmEventType.ESTABLISHED);
    }

    // ---------------------------------------------------------------- ends

    @Test
    void bothSidesMayDisconnectAtOnce() {
        Pair pair = connected();
        SimFaults.Injected fault = host.provider
                .fabric()
                .faults()
                .inject(SimFault.delay(Duration.ofMillis(1))
                        .where(sent -> sent.cm().equals("DREQ")));
        pair.client().disconnect();
        pair.server().disconnect();
        host.advance(Duration.ofMillis(1));

        expect(host.clients, CmEventType.DISCONNECTED);
        expect(host.servers, CmEventType.DISCONNECTED);
        assertThat(fault.hits()).isEqualTo(2);
        pair.client().disconnect();
        pair.server().disconnect();
        host.advance(Duration.ofMillis(512));
        expect(host.clients, CmEventType.TIMEWAIT_EXIT);
        expect(host.servers, CmEventType.TIMEWAIT_EXIT);
        pair.client().disconnect();
        expectNothing(host.clients);
    }

    @Test
    void closingAConnectedIdentifierEndsTheConnection() {
        Pair pair = connected();
        pair.client().close();

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
    void anEventOfTheQueuePairReplacesTheLastMessage() {
        lose("RTU", 1);
        Pair pair = accepted();
        expect(host.clients, CmEventType.ESTABLISHED);
        expectNothing(host.servers);
        pair.server().notifyEvent(AsyncEventType.COMM_EST);

        expect(host.servers, CmEventType.ESTABLISHED);
        failsWith(Errno.EISCONN, () -> pair.server().notifyEvent(AsyncEventType.COMM_EST));
        failsWith(Errno.EINVAL, () -> pair.server().notifyEvent(AsyncEventType.QP_FATAL));
        failsWith(Errno.EINVAL, () -> pair.listener().notifyEvent(AsyncEventType.COMM_EST));
    }

    @Test
    void aQueuePairThatThePeerStillKnowsIsStale() {
        connected();
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
        connecting(listener);
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
        Pair pair = connected();
        CmId bound = host.clients.createId(PortSpace.TCP);
        CmId wild = host.servers.createId(PortSpace.TCP);
        wild.listen(1);
        host.provider
                .fabric()
                .faults()
                .failDevice(host.provider.devices().get(0).name());

        assertThat(expect(host.servers, CmEventType.DEVICE_REMOVAL).id()).isEqualTo(pair.listener());
        assertThat(expect(host.clients, CmEventType.DEVICE_REMOVAL).id()).isEqualTo(pair.client());
        assertThat(expect(host.servers, CmEventType.DEVICE_REMOVAL).id()).isEqualTo(pair.server());
        expectNothing(host.clients);
        expectNothing(host.servers);
        failsWith(Errno.ENXIO, () -> pair.client().setTos(1));
        bound.bindAddr(new InetSocketAddress(host.address(1), 0));
        CmId client = host.resolved(new InetSocketAddress(host.address(1), CmHost.port(wild)), PortSpace.TCP);
        client.connect(ConnParam.builder().qpNum(1).build());
        expect(host.servers, CmEventType.CONNECT_REQUEST);
    }

    @Test
    void privateDataIsLimited() {
        CmId client = host.resolved(host.listener(PortSpace.TCP, 1));

        assertThatThrownBy(() -> client.connect(with("x".repeat(57))))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("private_data_len = 57, limit 0..56");
    }

    @Test
    void everythingIsReleased() {
        for (int i = 0; i < 100; i++) {
            Pair pair = connected();
            pair.client().disconnect();
            expect(host.servers, CmEventType.DISCONNECTED);
            pair.client().close();
            pair.server().close();
            pair.listener().close();
            host.advance(Duration.ofSeconds(1));
            expectNothing(host.servers);
            expectNothing(host.clients);
        }
    }
}
