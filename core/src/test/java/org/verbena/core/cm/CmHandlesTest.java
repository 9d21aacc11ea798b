// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;
import org.verbena.CompletionQueue;
import org.verbena.QpInitAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

class CmHandlesTest extends CmTestBase {
    // ---------------------------------------------------------------- requests

    /** The kernel can wait more than a minute in {@code rdma_destroy_id}. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aSlowDestroyStopsNoOtherIdentifier() throws Exception {
        CountDownLatch destroying = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        DriverCmId slow = mock(DriverCmId.class);
        doAnswer(call -> {
                    destroying.countDown();
                    end.await();
                    return null;
                })
                .when(slow)
                .destroy();
        when(driverChannel.createId(any())).thenReturn(slow, driverId);
        EventChannel channel = open().createEventChannel();
        CmId first = channel.createId(PortSpace.TCP);
        CmId other = channel.createId(PortSpace.TCP);
        Thread closing = new Thread(first::close);
        closing.start();
        destroying.await();

        other.bindAddr(PEER);
        other.close();

        verify(driverId).destroy();
        end.countDown();
        closing.join();
    }

    @Test
    void anErrorNamesTheStateThatTheCallNeeds() {
        CmId id = id(PortSpace.TCP);
        doThrow(failure("rdma_listen", Errno.EINVAL)).when(driverId).listen(5);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> id.listen(5))
                .withMessageContaining("EINVAL")
                .withMessageContaining("IDLE or ADDR_BOUND")
                .withMessageContaining(id.toString());
    }

    @Test
    void callsThatCrashWithoutADeviceDoNotReachC() {
        CmId id = id(PortSpace.TCP);

        for (Runnable call : List.<Runnable>of(
                () -> id.resolveRoute(LONG),
                () -> id.connect(ConnParam.defaults()),
                () -> id.accept(ConnParam.defaults()),
                id::disconnect,
                () -> id.createQp(SMALL))) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("verbs = NULL");
        }
        verify(driverId, never()).connect(any());
        verify(driverId, never()).resolveRoute(anyInt());
    }

    @Test
    void privateDataIsLimited() {
        bound();
        CmId connected = id(PortSpace.TCP);
        CmId datagrams = id(PortSpace.UDP);

        connected.connect(data(56));
        connected.accept(data(196));
        connected.reject(ByteBuffer.allocate(148));
        datagrams.connect(data(180));
        datagrams.accept(data(136));

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connected.connect(data(57)))
                .withMessageContaining("private_data_len = 57, limit 0..56");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connected.accept(data(197)))
                .withMessageContaining("0..196");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connected.reject(ByteBuffer.allocate(149)))
                .withMessageContaining("0..148");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> datagrams.connect(data(181)))
                .withMessageContaining("0..180");
    }

    private static ConnParam data(int length) {
        return ConnParam.builder().privateData(ByteBuffer.allocate(length)).build();
    }

    @Test
    void badArgumentsAreNamed() {
        CmId id = id(PortSpace.TCP);

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> id.bindAddr(InetSocketAddress.createUnresolved("nowhere", 1)))
                .withMessageContaining("addr = nowhere");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> id.resolveAddr(PEER, Duration.ofSeconds(-1)))
                .withMessageContaining("timeout_ms = PT-1S");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> id.setTos(256))
                .withMessageContaining("RDMA_OPTION_ID_TOS = 256, limit 0..255");
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> id.bindAddr(null));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> id.migrate(mock(EventChannel.class)))
                .withMessageContaining("a channel of this manager");
        verifyNoMoreInteractions(driverId);
    }

    @Test
    void timeoutsAreRoundedUp() {
        CmId id = id(PortSpace.TCP);
        id.resolveAddr(PEER, Duration.ofNanos(1));
        verify(driverId).resolveAddr(Optional.empty(), PEER, 1);
    }

    @Test
    void resourcesAreThoseOfTheDevice() {
        bound();
        CmId id = id(PortSpace.TCP);
        id.createQp(SMALL);

        id.connect(ConnParam.defaults());

        ArgumentCaptor<ConnParam> param = ArgumentCaptor.forClass(ConnParam.class);
        verify(driverId).connect(param.capture());
        assertThat(param.getValue().responderResources()).isEqualTo(16);
        assertThat(param.getValue().initiatorDepth()).isEqualTo(12);
        assertThat(param.getValue().qpNum()).isEqualTo(17);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(
                        () -> id.connect(ConnParam.builder().initiatorDepth(13).build()))
                .withMessageContaining("initiator_depth = 13, limit 0..12");
    }

    // ---------------------------------------------------------------- queue pairs

    @Test
    void aQueuePairIsInInitAndHasCompletionQueues() {
        bound();
        CmId id = id(PortSpace.TCP);

        assertThat(id.createQp(SMALL)).isSameAs(qp);

        ArgumentCaptor<QpInitAttr> request = ArgumentCaptor.forClass(QpInitAttr.class);
        verify(context).createQpEx(request.capture());
        assertThat(request.getValue().pd()).containsSame(pd);
        assertThat(request.getValue().sendCq()).isEqualTo(id.sendCq()).isPresent();
        assertThat(request.getValue().recvCq()).isEqualTo(id.recvCq()).isPresent();
        assertThat(states(qp)).containsExactly(QpState.INIT);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> id.createQp(SMALL))
                .withMessageContaining("has created a queue pair");
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(id::establish);

        id.destroyQp();

        verify(qp).close();
        assertThat(id.qp()).isEmpty();
        assertThat(id.sendCq()).isEmpty();
    }

    @Test
    void datagramsNeedNoConnection() {
        bound();
        id(PortSpace.UDP).createQp(SMALL);
        assertThat(states(qp)).containsExactly(QpState.INIT, QpState.RTR, QpState.RTS);
    }

    @Test
    void aQueuePairThatCannotBeInitializedLeavesNothingBehind() {
        bound();
        CompletionQueue cq = mock(CompletionQueue.class);
        when(context.createCq(any())).thenReturn(cq);
        doThrow(failure("ibv_modify_qp", Errno.ENOMEM)).when(qp).modify(any());
        CmId id = id(PortSpace.TCP);

        assertThatExceptionOfType(VerbsException.class).isThrownBy(() -> id.createQp(SMALL));

        verify(qp).close();
        verify(cq, times(2)).close();
        assertThat(id.qp()).isEmpty();
    }

    @Test
    void theTypeFollowsFromThePortSpace() {
        bound();
        CmId id = id(PortSpace.UDP);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(
                        () -> id.createQp(SMALL.toBuilder().qpType(QpType.RC).build()))
                .withMessageContaining("qp_type = IBV_QPT_RC, limit IBV_QPT_UD");
    }

    @Test
    void takingTheResponseConnectsTheQueuePair() {
        bound();
        CmId id = id(PortSpace.TCP);
        id.createQp(SMALL);
        reports(event(CmEventType.CONNECT_RESPONSE, 0, driverId));

        CmEvent event = id.channel().nextEvent().orElseThrow();

        assertThat(event.type()).isEqualTo(CmEventType.ESTABLISHED);
        assertThat(event.status()).isZero();
        assertThat(states(qp)).containsExactly(QpState.INIT, QpState.INIT, QpState.RTR, QpState.RTS);
        InOrder order = inOrder(qp, driverId);
        order.verify(driverId).initQpAttr(QpState.RTS);
        order.verify(driverId).establish();
    }

    @Test
    void anApplicationConnectsItsOwnQueuePair() {
        bound();
        CmId id = id(PortSpace.TCP);
        reports(event(CmEventType.CONNECT_RESPONSE, 0, driverId));

        assertThat(id.channel().nextEvent().orElseThrow().type()).isEqualTo(CmEventType.CONNECT_RESPONSE);
        verify(driverId, never()).establish();
        id.establish();
        verify(driverId).establish();
    }

    @Test
    void aFailedConnectionIsReported() {
        bound();
        CmId id = id(PortSpace.TCP);
        id.createQp(SMALL);
        doThrow(failure("rdma_establish", Errno.ENOENT)).when(driverId).establish();
        reports(event(CmEventType.CONNECT_RESPONSE, 0, driverId));

        CmEvent event = id.channel().nextEvent().orElseThrow();

        assertThat(event.type()).isEqualTo(CmEventType.CONNECT_ERROR);
        assertThat(event.status()).isEqualTo(-Errno.ENOENT.number());
        assertThat(states(qp)).endsWith(QpState.ERR);
    }

    @Test
    void anAcceptTakesTheSmallerOfRequestAndDevice() {
        bound();
        CmId listener = id(PortSpace.TCP);
        listener.attach("server");
        DriverCmId incoming = mock(DriverCmId.class);
        when(incoming.device()).thenReturn(Optional.of("rxe0"));
        when(incoming.initQpAttr(any()))
                .thenAnswer(
                        call -> QpAttr.builder().qpState(call.getArgument(0)).build());
        ConnParam peer =
                ConnParam.builder().responderResources(3).initiatorDepth(99).build();
        reports(new DriverCmEvent(
                CmEventType.CONNECT_REQUEST.value(),
                0,
                incoming,
                Optional.of(driverId),
                Optional.of(peer),
                Optional.empty(),
                ByteBuffer.allocate(0),
                0));

        CmEvent event = listener.channel().nextEvent().orElseThrow();
        CmId id = event.id();
        assertThat(event.listenId()).containsSame(listener);
        assertThat(id.attachment()).isEqualTo("server");
        id.createQp(SMALL);
        id.accept(ConnParam.defaults());

        ArgumentCaptor<ConnParam> param = ArgumentCaptor.forClass(ConnParam.class);
        InOrder order = inOrder(qp, incoming);
        order.verify(incoming).initQpAttr(QpState.RTS);
        order.verify(incoming).accept(param.capture());
        assertThat(param.getValue().responderResources()).isEqualTo(3);
        assertThat(param.getValue().initiatorDepth()).isEqualTo(12);
    }

    @Test
    void aRequestOfAClosedListenerIsDestroyed() {
        CmId listener = id(PortSpace.TCP);
        EventChannel channel = listener.channel();
        DriverCmId incoming = mock(DriverCmId.class);
        reports(new DriverCmEvent(
                CmEventType.CONNECT_REQUEST.value(),
                0,
                incoming,
                Optional.of(driverId),
                Optional.empty(),
                Optional.empty(),
                ByteBuffer.allocate(0),
                0));
        listener.close();

        assertThat(channel.nextEvent()).isEmpty();
        verify(incoming).destroy();
    }

    @Test
    void disconnectingFailsTheQueuePairFirst() {
        bound();
        CmId id = id(PortSpace.TCP);
        id.createQp(SMALL);
        id.disconnect();
        InOrder order = inOrder(qp, driverId);
        order.verify(qp).modify(QpAttr.builder().qpState(QpState.ERR).build());
        order.verify(driverId).disconnect();
    }
}
