// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.cm.UdParam;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.InvalidRequestException;
import org.verbena.spi.cm.DriverCmEvent;

/** Tests events of connection management, and the closing of its handles. */
class CmEventsTest extends CmTestBase {
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
    void closingAChannelFailsWaitingCalls() throws InterruptedException {
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
