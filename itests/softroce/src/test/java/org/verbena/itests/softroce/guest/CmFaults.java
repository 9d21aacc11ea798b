package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;

/** Connection management with a peer and a device that disappear. {@code CmIT} starts it last: it removes the device. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CmFaults {
    /** One provider at each end of the wire. */
    private static final String PROVIDER = Station.isEnd(1) ? "ffm" : "jna";

    /** An address without a host. */
    private static final String NOBODY = "10.99.0.50";

    /** The kernel gives up after 16 requests, 74 seconds. */
    @Test
    @Order(1)
    void aRequestWithoutAnAnswerTimesOut() throws Exception {
        run("ip", "neigh", "replace", NOBODY, "lladdr", "02:00:00:00:99:50", "dev", "eth0");
        InetSocketAddress peer = new InetSocketAddress(Station.address(NOBODY), 7000);
        try (Station station = Station.on(PROVIDER)) {
            CmId connecting = station.resolved(PortSpace.TCP, peer);
            connecting.createQp(Station.qpInitAttr());
            connecting.connect(ConnParam.defaults());
            CmId abandoned = station.resolved(PortSpace.TCP, peer);
            abandoned.createQp(Station.qpInitAttr());
            abandoned.connect(ConnParam.defaults());
            abandoned.close();

            CmEvent event = station.expect(CmEventType.UNREACHABLE, connecting);
            assertThat(event.status()).isEqualTo(-Errno.ETIMEDOUT.number());
            assertThat(event.conn()).isEmpty();
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    @Test
    @Order(2)
    void theRemovalOfTheDeviceIsReported() throws Exception {
        try (Station station = Station.on(PROVIDER)) {
            CmId everywhere = station.listener(PortSpace.TCP, new InetSocketAddress(0), 0);
            CmId listener = station.listener(PortSpace.TCP);
            CmId active =
                    station.resolved(PortSpace.TCP, listener.localAddress().orElseThrow());
            active.createQp(Station.qpInitAttr());
            active.connect(ConnParam.defaults());
            CmId passive = station.expect(CmEventType.CONNECT_REQUEST).id();
            passive.createQp(Station.qpInitAttr());
            passive.accept(ConnParam.defaults());
            station.expect(CmEventType.ESTABLISHED);
            station.expect(CmEventType.ESTABLISHED);

            // The command waits for the contexts of this process, which librdmacm closes only when the process ends.
            new ProcessBuilder("rdma", "link", "del", "rxe0").inheritIO().start();

            Set<CmId> removed = new HashSet<>();
            while (removed.size() < 3) {
                CmEvent event = station.next();
                if (event.type() == CmEventType.DEVICE_REMOVAL) {
                    assertThat(removed.add(event.id())).as(event.toString()).isTrue();
                }
            }
            assertThat(removed).containsExactlyInAnyOrder(listener, active, passive);
            removed.forEach(CmId::close);
            assertThat(everywhere.isClosed()).isFalse();
        }
    }
}
