// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.verbena.QpInitAttr;
import org.verbena.Verbs;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;

/**
 * Tests connection management with a peer that does not answer and with a device that disappears. Runs last in a guest,
 * because it removes the device. {@code CmIT} starts it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CmFaults {
    /** Each guest tests one provider. */
    private static final String PROVIDER = Rxe.KERNEL.equals("6.12") ? "ffm" : "jna";

    /** The time to wait for an event. The kernel gives up after 16 requests, which takes 74 seconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Duration RESOLUTION = Duration.ofMinutes(2);

    private static final InetAddress OWN = address("192.168.99.1");

    /** An address that no host has. */
    private static final InetAddress UNUSED = address("192.168.99.50");

    private ConnectionManager manager;
    private EventChannel channel;

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void open() {
        manager = ConnectionManager.open(Verbs.provider(PROVIDER));
        channel = manager.createEventChannel();
    }

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    @Order(1)
    void aRequestWithoutAnAnswerTimesOut() throws Exception {
        run("ip", "neigh", "replace", UNUSED.getHostAddress(), "lladdr", "02:00:00:00:99:50", "dev", "roce0");
        CmId connecting = connecting(new InetSocketAddress(UNUSED, 7000));
        CmId abandoned = connecting(new InetSocketAddress(UNUSED, 7000));
        abandoned.close();

        CmEvent event = expect(CmEventType.UNREACHABLE, connecting);
        assertThat(event.status()).isEqualTo(-Errno.ETIMEDOUT.number());
        assertThat(event.conn()).isEmpty();
    }

    @Test
    @Order(2)
    void theRemovalOfTheDeviceIsReported() throws Exception {
        CmId everywhere = listener(new InetSocketAddress(0));
        CmId listener = listener(new InetSocketAddress(OWN, 0));
        CmId active = connecting(listener.localAddress().orElseThrow());
        CmId passive = expect(CmEventType.CONNECT_REQUEST).id();
        passive.createQp(request());
        passive.accept(ConnParam.defaults());
        expect(CmEventType.ESTABLISHED);
        expect(CmEventType.ESTABLISHED);

        // The test does not wait for the command, which ends only after librdmacm has closed the contexts. librdmacm
        // closes them when this process ends.
        new ProcessBuilder("rdma", "link", "del", Rxe.DEVICE).inheritIO().start();

        Set<CmId> removed = new HashSet<>();
        while (removed.size() < 3) {
            CmEvent event = next();
            if (event.type() == CmEventType.DEVICE_REMOVAL) {
                assertThat(removed.add(event.id())).as(event.toString()).isTrue();
            }
        }
        assertThat(removed).containsExactlyInAnyOrder(listener, active, passive);
        removed.forEach(CmId::close);
        assertThat(everywhere.isClosed()).isFalse();
    }

    private CmId listener(InetSocketAddress address) {
        CmId id = channel.createId(PortSpace.TCP);
        id.bindAddr(address);
        id.listen(0);
        return id;
    }

    private CmId connecting(InetSocketAddress peer) throws InterruptedException {
        CmId id = channel.createId(PortSpace.TCP);
        id.resolveAddr(peer, RESOLUTION);
        expect(CmEventType.ADDR_RESOLVED, id);
        id.resolveRoute(RESOLUTION);
        expect(CmEventType.ROUTE_RESOLVED, id);
        id.createQp(request());
        id.connect(ConnParam.defaults());
        return id;
    }

    private static QpInitAttr request() {
        return QpInitAttr.builder()
                .maxSendWr(8)
                .maxRecvWr(8)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
    }

    private CmEvent next() throws InterruptedException {
        return channel.nextEvent(PATIENCE).orElseThrow(() -> new AssertionError("no event within " + PATIENCE));
    }

    private CmEvent expect(CmEventType type) throws InterruptedException {
        CmEvent event = next();
        assertThat(event.type()).as(event.toString()).isEqualTo(type);
        return event;
    }

    private CmEvent expect(CmEventType type, CmId id) throws InterruptedException {
        CmEvent event = expect(type);
        assertThat(event.id()).as(event.toString()).isSameAs(id);
        return event;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
