package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;

/** Connects two guests. Both run this class: one listens, the other one connects. {@code CmIT} starts them. */
class CmBetweenGuests {
    /** The time until the other guest has run its other tests. */
    private static final Duration MEETING = Duration.ofMinutes(20);

    private static final int MESSAGES = 20;

    @ParameterizedTest
    @CsvSource({"1, ffm, jna, 7471", "1, jna, ffm, 7472", "2, ffm, jna, 7473", "2, jna, ffm, 7474"})
    void guestsExchangeMessages(int listening, String server, String client, int port) throws Exception {
        if (Station.isEnd(listening)) {
            listen(server, port);
        } else {
            connect(client, port);
        }
    }

    /** Serves one client that disconnects, and one that ends without a disconnect. */
    private static void listen(String provider, int port) throws Exception {
        try (Station station = Station.on(provider)) {
            station.listener(PortSpace.TCP, new InetSocketAddress(Station.own(), port), 0);
            for (int i = 0; i < 2; i++) {
                CmEvent request = station.channel().nextEvent(MEETING).orElseThrow();
                assertThat(request.type()).isEqualTo(CmEventType.CONNECT_REQUEST);
                CmId id = request.id();
                assertThat(id.peerAddress().orElseThrow().getAddress()).isEqualTo(Station.other());
                Mailbox mailbox = new Mailbox(id.createQp(Station.qpInitAttr()));
                id.accept(ConnParam.defaults());
                station.expect(CmEventType.ESTABLISHED, id);
                for (int n = 0; n < MESSAGES; n++) {
                    mailbox.send("answer to " + mailbox.receive());
                }
                station.expect(CmEventType.DISCONNECTED, id);
                id.disconnect();
                station.expect(CmEventType.TIMEWAIT_EXIT, id);
            }
        }
    }

    private static void connect(String provider, int port) throws Exception {
        InetSocketAddress peer = new InetSocketAddress(Station.other(), port);
        try (Station station = Station.on(provider)) {
            CmId id = connected(station, peer);
            exchange(new Mailbox(id.qp().orElseThrow()));
            id.disconnect();
            station.expect(CmEventType.DISCONNECTED, id);
            station.expect(CmEventType.TIMEWAIT_EXIT, id);
        }
        try (Station station = Station.on(provider)) {
            exchange(new Mailbox(connected(station, peer).qp().orElseThrow()));
        }
    }

    private static void exchange(Mailbox mailbox) throws InterruptedException {
        for (int n = 0; n < MESSAGES; n++) {
            mailbox.send("message " + n);
            assertThat(mailbox.receive()).isEqualTo("answer to message " + n);
        }
    }

    /** Connects, and repeats that until the other guest listens. */
    private static CmId connected(Station station, InetSocketAddress peer) throws InterruptedException {
        long deadline = System.nanoTime() + MEETING.toNanos();
        while (System.nanoTime() - deadline < 0) {
            CmId id = station.id(PortSpace.TCP);
            if (resolved(station, id, peer)) {
                id.createQp(Station.qpInitAttr());
                id.connect(ConnParam.defaults());
                if (station.next().type() == CmEventType.ESTABLISHED) {
                    return id;
                }
                id.destroyQp();
            }
            id.close();
            Thread.sleep(500);
        }
        throw new AssertionError("no listener on " + peer + " within " + MEETING);
    }

    private static boolean resolved(Station station, CmId id, InetSocketAddress peer) throws InterruptedException {
        id.resolveAddr(peer, Duration.ofSeconds(5));
        if (station.next().type() != CmEventType.ADDR_RESOLVED) {
            return false;
        }
        id.resolveRoute(Station.RESOLUTION);
        station.expect(CmEventType.ROUTE_RESOLVED, id);
        return true;
    }
}
