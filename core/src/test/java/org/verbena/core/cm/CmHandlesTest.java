// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.AhAttr;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.cm.UdParam;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.spi.cm.DriverCm;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

class CmHandlesTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final InetSocketAddress PEER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7174);
    private static final QpInitAttr SMALL =
            QpInitAttr.builder().maxSendWr(4).maxRecvWr(8).build();

    private final DriverCm driver = mock(DriverCm.class);
    private final DriverCmChannel driverChannel = mock(DriverCmChannel.class);
    private final DriverCmId driverId = mock(DriverCmId.class);
    private final Device device = mock(Device.class);
    private final DeviceContext context = mock(DeviceContext.class);
    private final ProtectionDomain pd = mock(ProtectionDomain.class);
    private final QueuePair qp = mock(QueuePair.class);

    @BeforeEach
    void aDevice() {
        when(driver.createChannel()).thenReturn(driverChannel);
        when(driverChannel.createId(any())).thenReturn(driverId);
        when(driverChannel.nextEvent()).thenReturn(Optional.empty());
        when(device.name()).thenReturn("rxe0");
        when(device.open()).thenReturn(context);
        when(context.device()).thenReturn(device);
        DeviceAttr limits = mock(DeviceAttr.class);
        when(limits.maxQpRdAtom()).thenReturn(16);
        when(limits.maxQpInitRdAtom()).thenReturn(12);
        when(context.queryDevice()).thenReturn(limits);
        when(context.allocPd()).thenReturn(pd);
        when(context.createQpEx(any())).thenReturn(qp);
        when(context.createCompChannel()).thenAnswer(call -> mock(CompletionChannel.class));
        when(context.createCq(any())).thenAnswer(call -> mock(CompletionQueue.class));
        when(qp.qpNum()).thenReturn(17L);
        when(driverId.initQpAttr(any()))
                .thenAnswer(
                        call -> QpAttr.builder().qpState(call.getArgument(0)).build());
    }

    private void bound() {
        when(driverId.device()).thenReturn(Optional.of("rxe0"));
    }

    private ConnectionManager open(DeviceContext... contexts) {
        return CmManagerHandle.open("test", () -> List.of(device), driver, contexts);
    }

    private CmId id(PortSpace portSpace) {
        return open().createEventChannel().createId(portSpace);
    }

    private static DriverCmEvent event(CmEventType type, int status, DriverCmId id) {
        return event(type.value(), status, id, Optional.empty());
    }

    private static DriverCmEvent event(int type, int status, DriverCmId id, Optional<ConnParam> conn) {
        return new DriverCmEvent(type, status, id, Optional.empty(), conn, Optional.empty(), ByteBuffer.allocate(0), 0);
    }

    private void reports(DriverCmEvent event) {
        when(driverChannel.nextEvent()).thenReturn(Optional.of(event), Optional.empty());
    }

    private static VerbsException failure(String verb, Errno errno) {
        return new VerbsException(verb, errno, "id", Diagnosis.UNKNOWN);
    }

    private static List<QpState> states(QueuePair qp) {
        ArgumentCaptor<QpAttr> attrs = ArgumentCaptor.forClass(QpAttr.class);
        verify(qp, atLeastOnce()).modify(attrs.capture());
        return attrs.getAllValues().stream().map(QpAttr::qpState).toList();
    }

    // ---------------------------------------------------------------- requests

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
                .withMessageContaining("a queue pair of its own");
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

    // ---------------------------------------------------------------- events

    @Test
    void anEventIsUsableUntilItIsAcknowledged() {
        CmId id = id(PortSpace.TCP);
        reports(event(CmEventType.REJECTED, 28, driverId));
        CmEvent event = id.channel().nextEvent().orElseThrow();
        id.close();

        assertThat(event.id()).isSameAs(id);
        assertThat(event.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
        event.close();
        assertThat(event.isAcked()).isTrue();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(event::type);
        assertThat(event).hasToString("RDMA_CM_EVENT_REJECTED (28) of " + id);
    }

    @Test
    void eventsOfNewerLibrariesHaveNumbers() {
        CmId id = id(PortSpace.TCP);
        reports(event(77, 0, driverId, Optional.empty()));
        CmEvent event = id.channel().nextEvent().orElseThrow();
        assertThat(event.type()).isEqualTo(CmEventType.UNKNOWN);
        assertThat(event.typeCode()).isEqualTo(77);
    }

    @Test
    void eventsOfClosedIdentifiersAreDropped() {
        CmId id = id(PortSpace.TCP);
        EventChannel channel = id.channel();
        id.close();
        reports(event(CmEventType.ADDR_RESOLVED, 0, driverId));
        assertThat(channel.nextEvent()).isEmpty();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> id.listen(1));
        id.close();
        verify(driverId).destroy();
    }

    @Test
    void aMemberOfAGroupIsAttachedAndDetached() throws UnknownHostException {
        bound();
        CmId id = id(PortSpace.UDP);
        id.createQp(SMALL);
        InetAddress address = InetAddress.getByName("239.1.2.3");
        Gid mgid = Gid.parse("0000:0000:0000:0000:0000:ffff:ef01:0203");
        MulticastGroup group = id.joinMulticast(address, JoinFlag.FULLMEMBER);
        ArgumentCaptor<Long> number = ArgumentCaptor.forClass(Long.class);
        verify(driverId).joinMulticast(eq(address), eq(JoinFlag.FULLMEMBER), number.capture());
        UdParam ud = new UdParam(AhAttr.global(GlobalRoute.to(mgid, 1), 1), UdParam.MULTICAST_QPN, UdParam.UDP_QKEY);
        reports(new DriverCmEvent(
                CmEventType.MULTICAST_JOIN.value(),
                0,
                driverId,
                Optional.empty(),
                Optional.empty(),
                Optional.of(ud),
                ByteBuffer.allocate(0),
                number.getValue()));

        CmEvent event = id.channel().nextEvent().orElseThrow();

        assertThat(event.group()).containsSame(group);
        verify(qp).attachMcast(mgid, 0);
        group.close();
        group.close();
        verify(qp).detachMcast(mgid, 0);
        verify(driverId).leaveMulticast(address);
    }

    // ---------------------------------------------------------------- closing

    @Test
    void aManagerClosesTheContextsThatItHasOpened() {
        bound();
        ConnectionManager manager = open();
        CmId id = manager.createEventChannel().createId(PortSpace.TCP);
        assertThat(id.verbs()).containsSame(context);

        manager.close();
        manager.close();

        InOrder order = inOrder(driverId, driverChannel, context);
        order.verify(driverId).destroy();
        order.verify(driverChannel).destroy();
        order.verify(context).close();
        assertThat(id.isClosed()).isTrue();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(manager::createEventChannel);
    }

    @Test
    void aContextOfTheApplicationStaysOpen() {
        bound();
        ConnectionManager manager = open(context);
        CmId id = manager.createEventChannel().createId(PortSpace.TCP);
        assertThat(id.pd()).containsSame(pd);

        manager.close();

        verify(pd).close();
        verify(context, never()).close();
        verify(device, never()).open();
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> open(context, context))
                .withMessageContaining("one context for each device");
    }

    @Test
    void closingAChannelSendsWaitersAway() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        doAnswer(call -> {
                    waiting.countDown();
                    TimeUnit.NANOSECONDS.sleep(call.<Long>getArgument(0));
                    return null;
                })
                .when(driverChannel)
                .awaitEvent(anyLong());
        EventChannel channel = open().createEventChannel();
        CompletableFuture<Optional<CmEvent>> waiter = CompletableFuture.supplyAsync(() -> {
            try {
                return channel.nextEvent(LONG);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        waiting.await();

        channel.close();

        assertThat(waiter).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(ClosedHandleException.class);
    }
}
