// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;

/** Sets up and tears down connections by IP address: the steps of connections.c. One thread has both sides. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Connections {
    private static final Duration RESOLUTION = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Holds a listener and the channels of both sides on one device. */
    public static class Sides extends OpenedDevice {
        private ConnectionManager manager;
        private EventChannel clients;
        private EventChannel servers;
        private InetSocketAddress address;
        private QpInitAttr qp;

        @Override
        public void open() {
            super.open();
            manager = ConnectionManager.open(verbs, context);
            clients = manager.createEventChannel();
            servers = manager.createEventChannel();
            CmId listener = servers.createId(PortSpace.TCP);
            listener.bindAddr(new InetSocketAddress(ipOf(context), 0));
            listener.listen(0);
            address = listener.localAddress().orElseThrow();
            CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(2).build());
            qp = QpInitAttr.builder()
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(1)
                    .maxRecvWr(1)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .build();
        }

        @Override
        public void close() {
            manager.close();
            super.close();
        }

        private static CmId expect(EventChannel channel, CmEventType type) throws InterruptedException {
            try (CmEvent event = channel.nextEvent(PATIENCE).orElseThrow()) {
                if (event.type() != type) {
                    throw new IllegalStateException(event + " instead of " + type);
                }
                return event.id();
            }
        }

        private static void close(CmId id) {
            id.destroyQp();
            id.close();
        }
    }

    @Benchmark
    public void connectAndDisconnect(Sides sides) throws InterruptedException {
        CmId active = sides.clients.createId(PortSpace.TCP);
        active.resolveAddr(sides.address, RESOLUTION);
        Sides.expect(sides.clients, CmEventType.ADDR_RESOLVED);
        active.resolveRoute(RESOLUTION);
        Sides.expect(sides.clients, CmEventType.ROUTE_RESOLVED);
        active.createQp(sides.qp);
        active.connect(ConnParam.defaults());
        CmId passive = Sides.expect(sides.servers, CmEventType.CONNECT_REQUEST);
        passive.createQp(sides.qp);
        passive.accept(ConnParam.defaults());
        Sides.expect(sides.clients, CmEventType.ESTABLISHED);
        Sides.expect(sides.servers, CmEventType.ESTABLISHED);
        active.disconnect();
        Sides.expect(sides.servers, CmEventType.DISCONNECTED);
        passive.disconnect();
        Sides.expect(sides.clients, CmEventType.DISCONNECTED);
        Sides.close(active);
        Sides.close(passive);
    }
}
