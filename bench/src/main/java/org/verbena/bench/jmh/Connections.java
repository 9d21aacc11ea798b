package org.verbena.bench.jmh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.Verbs;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;

/** Connects two identifiers of one host by IP address, and disconnects them: the steps of connections.c. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Connections {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Holds a listener, and an event channel for each side. */
    public static class Sides extends OpenedDevice {
        private ConnectionManager manager;
        private EventChannel client;
        private EventChannel server;
        private InetSocketAddress address;
        private CompletionQueue cq;

        @Override
        public void open() {
            super.open();
            manager = ConnectionManager.open(Verbs.provider(provider), context);
            client = manager.createEventChannel();
            server = manager.createEventChannel();
            cq = context.createCq(CqInitAttr.builder().cqe(4).build());
            CmId listener = server.createId(PortSpace.TCP);
            listener.bindAddr(new InetSocketAddress(ownAddress(), 0));
            listener.listen(0);
            address = listener.localAddress().orElseThrow();
        }

        private InetAddress ownAddress() {
            Gid gid = context.queryGidTable().stream()
                    .filter(entry -> entry.gidType() == GidType.ROCE_V2)
                    .map(GidEntry::gid)
                    .filter(Gid::isMappedIpv4)
                    .findFirst()
                    .orElseThrow();
            try {
                return InetAddress.getByAddress(Arrays.copyOfRange(gid.raw(), 12, Gid.LENGTH));
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            manager.close();
            super.close();
        }

        private void createQp(CmId id) {
            id.createQp(QpInitAttr.builder()
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(1)
                    .maxRecvWr(1)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .build());
        }

        private static ConnParam param() {
            return ConnParam.builder()
                    .responderResources(1)
                    .initiatorDepth(1)
                    .retryCount(7)
                    .build();
        }

        /** Takes an event, and returns its identifier. */
        private static CmId expect(EventChannel channel, CmEventType type) throws InterruptedException {
            try (CmEvent event = channel.nextEvent(PATIENCE).orElseThrow()) {
                if (event.type() != type) {
                    throw new IllegalStateException(event + " instead of " + type);
                }
                return event.id();
            }
        }

        private static void destroy(CmId id) {
            id.destroyQp();
            id.close();
        }
    }

    @Benchmark
    public void connect(Sides sides) throws InterruptedException {
        CmId active = sides.client.createId(PortSpace.TCP);
        active.resolveAddr(sides.address, TIMEOUT);
        Sides.expect(sides.client, CmEventType.ADDR_RESOLVED);
        active.resolveRoute(TIMEOUT);
        Sides.expect(sides.client, CmEventType.ROUTE_RESOLVED);
        sides.createQp(active);
        active.connect(Sides.param());
        CmId passive = Sides.expect(sides.server, CmEventType.CONNECT_REQUEST);
        sides.createQp(passive);
        passive.accept(Sides.param());
        Sides.expect(sides.client, CmEventType.ESTABLISHED);
        Sides.expect(sides.server, CmEventType.ESTABLISHED);
        active.disconnect();
        Sides.expect(sides.server, CmEventType.DISCONNECTED);
        passive.disconnect();
        Sides.expect(sides.client, CmEventType.DISCONNECTED);
        Sides.destroy(active);
        Sides.destroy(passive);
    }
}
