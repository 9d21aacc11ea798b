// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;
import org.verbena.Availability;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.ProviderLookup;
import org.verbena.QpInitAttr;
import org.verbena.QpQuery;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsProvider;
import org.verbena.WorkQueue;
import org.verbena.XrcDomain;
import org.verbena.attr.NodeType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.TransportType;
import org.verbena.attr.WqCap;

/** A provider with one device, {@code fake0}, that grants every request. A test can change the results. */
final class FakeProvider {
    static final QpCap GRANTED = new QpCap(128, 4, 4, 1, 60);
    static final QpCap QUERIED = new QpCap(127, 4, 4, 1, 60);

    final VerbsProvider provider = mock();
    final Device device = mock();
    final DeviceContext context = mock();
    final ProtectionDomain pd = mock();
    final CompletionQueue cq = mock();
    final SharedReceiveQueue srq = mock();
    final XrcDomain xrcd = mock();
    final QueuePair qp = mock();
    final WorkQueue wq = mock();
    final RwqIndTable table = mock();

    FakeProvider(String name, int priority, boolean isNative) {
        when(provider.name()).thenReturn(name);
        when(provider.priority()).thenReturn(priority);
        when(provider.isNative()).thenReturn(isNative);
        when(provider.availability()).thenReturn(Availability.available("it is a fake"));
        when(provider.devices()).thenReturn(List.of(device));
        when(provider.device(any())).thenCallRealMethod();
        when(provider.configure(any())).thenReturn(provider);
        when(device.name()).thenReturn("fake0");
        when(device.guid()).thenReturn(0xFEDC_BA98_7654_3210L);
        when(device.nodeType()).thenReturn(NodeType.CA);
        when(device.transportType()).thenReturn(TransportType.IB);
        when(device.open()).thenReturn(context);
        when(context.device()).thenReturn(device);
        when(context.allocPd()).thenReturn(pd);
        when(context.createCq(any())).thenReturn(cq);
        when(context.openXrcd(any())).thenReturn(xrcd);
        when(context.createQpEx(any())).thenReturn(qp);
        when(context.createWq(any())).thenReturn(wq);
        when(context.createRwqIndTable(any())).thenReturn(table);
        when(pd.createQp(any())).thenReturn(qp);
        when(pd.createSrq(any())).thenReturn(srq);
        when(qp.qpNum()).thenReturn(71L);
        when(qp.grantedCap()).thenReturn(GRANTED);
        when(qp.query())
                .thenReturn(new QpQuery(
                        QpAttr.builder().cap(QUERIED).build(),
                        QpInitAttr.builder().build()));
        when(wq.wqNum()).thenReturn(72L);
        when(wq.grantedCap()).thenReturn(new WqCap(128, 2));
    }

    static FakeProvider hardware() {
        return new FakeProvider("fake", 100, true);
    }

    static FakeProvider simulator() {
        return new FakeProvider("sim", -100, false);
    }

    /** Returns a lookup that finds only these providers. */
    static ProviderLookup lookup(FakeProvider... providers) {
        // The platform's class loader sees no provider on the class path.
        return ProviderLookup.in(ClassLoader.getPlatformClassLoader())
                .with(List.of(providers).stream().map(fake -> fake.provider).toList());
    }

    CliRun run(String... args) {
        return CliRun.of(lookup(this), args);
    }

    /** Returns the request that {@code ibv_create_qp} received. */
    QpInitAttr plainRequest() {
        ArgumentCaptor<QpInitAttr> request = ArgumentCaptor.forClass(QpInitAttr.class);
        Mockito.verify(pd).createQp(request.capture());
        return request.getValue();
    }

    /** Returns the request that {@code ibv_create_qp_ex} received. */
    QpInitAttr extendedRequest() {
        ArgumentCaptor<QpInitAttr> request = ArgumentCaptor.forClass(QpInitAttr.class);
        Mockito.verify(context).createQpEx(request.capture());
        return request.getValue();
    }
}
