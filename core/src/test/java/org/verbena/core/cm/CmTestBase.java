// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.mockito.ArgumentCaptor;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.PortSpace;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.spi.cm.DriverCm;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

/** A base class of tests with mocks of the driver, the device and the queue pair of a connection manager. */
abstract class CmTestBase {
    static final Duration LONG = Duration.ofSeconds(30);
    static final InetSocketAddress PEER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7174);
    static final QpInitAttr SMALL =
            QpInitAttr.builder().maxSendWr(4).maxRecvWr(8).build();

    final DriverCm driver = mock(DriverCm.class);
    final DriverCmChannel driverChannel = mock(DriverCmChannel.class);
    final DriverCmId driverId = mock(DriverCmId.class);
    final Device device = mock(Device.class);
    final DeviceContext context = mock(DeviceContext.class);
    final ProtectionDomain pd = mock(ProtectionDomain.class);
    final QueuePair qp = mock(QueuePair.class);

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

    void bound() {
        when(driverId.device()).thenReturn(Optional.of("rxe0"));
    }

    ConnectionManager open(DeviceContext... contexts) {
        return CmManagerHandle.open("test", () -> List.of(device), driver, contexts);
    }

    CmId id(PortSpace portSpace) {
        return open().createEventChannel().createId(portSpace);
    }

    static DriverCmEvent event(CmEventType type, int status, DriverCmId id) {
        return event(type.value(), status, id, Optional.empty());
    }

    static DriverCmEvent event(int type, int status, DriverCmId id, Optional<ConnParam> conn) {
        return new DriverCmEvent(type, status, id, Optional.empty(), conn, Optional.empty(), ByteBuffer.allocate(0), 0);
    }

    void reports(DriverCmEvent event) {
        when(driverChannel.nextEvent()).thenReturn(Optional.of(event), Optional.empty());
    }

    static VerbsException failure(String verb, Errno errno) {
        return new VerbsException(verb, errno, "id", Diagnosis.UNKNOWN);
    }

    static List<QpState> states(QueuePair qp) {
        ArgumentCaptor<QpAttr> attrs = ArgumentCaptor.forClass(QpAttr.class);
        verify(qp, atLeastOnce()).modify(attrs.capture());
        return attrs.getAllValues().stream().map(QpAttr::qpState).toList();
    }
}
