// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Optional;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePairEx;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverAh;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverCqReader;
import org.verbena.spi.DriverDevice;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverMw;
import org.verbena.spi.DriverPd;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverRwqIndTable;
import org.verbena.spi.DriverSendBuilder;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.DriverWq;
import org.verbena.spi.DriverXrcd;

/** A driver that grants every request, with one mock for each kind of object. */
final class FakeDriver {
    final DriverDevice device = mock(DriverDevice.class);
    final DriverContext context = mock(DriverContext.class);
    final DriverPd pd = mock(DriverPd.class);
    final DriverCq cq = mock(DriverCq.class);
    final DriverQp qp = mock(DriverQp.class);
    final DriverSrq srq = mock(DriverSrq.class);
    final DriverWq wq = mock(DriverWq.class);
    final DriverRwqIndTable table = mock(DriverRwqIndTable.class);
    final DriverXrcd xrcd = mock(DriverXrcd.class);
    final DriverCompChannel channel = mock(DriverCompChannel.class);
    final DriverAh ah = mock(DriverAh.class);
    final DriverMr mr = mock(DriverMr.class);
    final DriverMw mw = mock(DriverMw.class);
    final DriverSendBuilder builder = mock(DriverSendBuilder.class);
    final DriverCqReader reader = mock(DriverCqReader.class);

    FakeDriver() {
        when(device.name()).thenReturn("fake0");
        when(device.open()).thenReturn(context);
        when(context.allocPd()).thenReturn(pd);
        when(context.createCq(any())).thenReturn(cq);
        when(context.createCqEx(any())).thenReturn(cq);
        when(context.createSrqEx(any())).thenReturn(srq);
        when(context.createQpEx(any())).thenReturn(qp);
        when(context.openQp(any())).thenReturn(qp);
        when(context.createWq(any())).thenReturn(wq);
        when(context.createRwqIndTable(any())).thenReturn(table);
        when(context.openXrcd(any())).thenReturn(xrcd);
        when(context.createCompChannel()).thenReturn(channel);
        when(pd.createQp(any())).thenReturn(qp);
        when(pd.createSrq(any())).thenReturn(srq);
        when(pd.createAh(any())).thenReturn(ah);
        when(pd.regMr(any(BufferPart.class), any())).thenReturn(mr);
        when(pd.regMr(anyLong(), anyLong(), any())).thenReturn(mr);
        when(qp.sendOps()).thenReturn(Optional.empty());
        when(qp.sendBuilder()).thenReturn(Optional.of(builder));
        when(qp.grantedCap()).thenReturn(new QpCap(16, 16, 2, 2, 64));
        when(qp.state()).thenReturn(QpState.RTS);
        when(cq.reader()).thenReturn(Optional.of(reader));
        when(pd.allocMw(any())).thenReturn(mw);
        when(mr.address()).thenReturn(0x7000L);
        when(mr.length()).thenReturn(4096L);
        when(mr.lkey()).thenReturn(0x1234L);
        when(mr.reference()).thenReturn(0xABCDL);
        when(mw.reference()).thenReturn(0xBEEFL);
        when(ah.reference()).thenReturn(0xCAFEL);
        when(context.allocate(anyLong())).thenAnswer(call -> new FakeMemory(call.getArgument(0)));
    }

    DeviceContext open() {
        return ProviderDevices.of("fake").handle(device).open();
    }

    static CompletionQueue cq(DeviceContext context) {
        return context.createCq(CqInitAttr.builder().cqe(1).build());
    }

    /** Creates a queue pair whose driver has builders for these operations. */
    QueuePairEx builders(ProtectionDomain pd, CompletionQueue cq, QpType type, Flags<SendOp> ops) {
        when(qp.sendOps()).thenReturn(Optional.of(ops));
        QpInitAttr.Builder request = QpInitAttr.builder()
                .qpType(type)
                .pd(pd)
                .sendCq(cq)
                .maxSendWr(16)
                .sendOpsFlags(ops);
        QpInitAttr attr = (type == QpType.XRC_SEND ? request : request.recvCq(cq)).build();
        return pd.context().createQpEx(attr).toQpEx().orElseThrow();
    }

    static QpInitAttr rc(CompletionQueue cq) {
        return rcBuilder(cq).build();
    }

    static QpInitAttr.Builder rcBuilder(CompletionQueue cq) {
        return QpInitAttr.builder().sendCq(cq).recvCq(cq).maxSendWr(1);
    }
}
