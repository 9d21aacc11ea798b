package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QpInitAttr;
import org.verbena.Verbs;
import org.verbena.attr.Gid;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;

/** A side of a connection: connection management on a provider, with one event channel. */
final class Station implements AutoCloseable {
    /** The time until a test fails. The guest is emulated, and the kernel repeats a lost request after 4.6 seconds. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    /** The timeout of the resolution of an address or a route. */
    static final Duration RESOLUTION = Duration.ofMinutes(2);

    private static final int END = Integer.getInteger("guest.end");

    private final ConnectionManager manager;
    private final EventChannel channel;

    private Station(ConnectionManager manager) {
        this.manager = manager;
        this.channel = manager.createEventChannel();
    }

    static Station on(String provider) {
        return new Station(ConnectionManager.open(Verbs.provider(provider)));
    }

    /** Returns the address of the device of this guest. */
    static InetAddress own() {
        return address("10.99.0." + END);
    }

    static InetAddress ownIpv6() {
        return address("fd99::" + END);
    }

    static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the GID of an IPv4 address. */
    static Gid gid(InetAddress address) {
        ByteBuffer raw = ByteBuffer.allocate(16).putShort(10, (short) 0xFFFF);
        return Gid.of(raw.put(12, address.getAddress()).array());
    }

    static QpInitAttr qpInitAttr() {
        return QpInitAttr.builder()
                .maxSendWr(8)
                .maxRecvWr(8)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
    }

    EventChannel channel() {
        return channel;
    }

    CmId id(PortSpace portSpace) {
        return channel.createId(portSpace);
    }

    /** Returns an identifier that listens on a free port of the device. */
    CmId listener(PortSpace portSpace) {
        return listener(portSpace, new InetSocketAddress(own(), 0), 0);
    }

    CmId listener(PortSpace portSpace, InetSocketAddress address, int backlog) {
        CmId id = id(portSpace);
        id.bindAddr(address);
        id.listen(backlog);
        return id;
    }

    /** Returns an identifier whose address and route to a peer are resolved. */
    CmId resolved(PortSpace portSpace, InetSocketAddress peer) throws InterruptedException {
        CmId id = id(portSpace);
        resolve(id, peer);
        return id;
    }

    void resolve(CmId id, InetSocketAddress peer) throws InterruptedException {
        id.resolveAddr(peer, RESOLUTION);
        expect(CmEventType.ADDR_RESOLVED, id);
        id.resolveRoute(RESOLUTION);
        expect(CmEventType.ROUTE_RESOLVED, id);
    }

    /** Returns an identifier that has requested a connection. Its queue pair can receive. */
    CmId connecting(CmId listener, ConnParam param) throws InterruptedException {
        CmId id = resolved(listener.portSpace(), listener.localAddress().orElseThrow());
        id.createQp(qpInitAttr());
        id.connect(param);
        return id;
    }

    CmEvent next() throws InterruptedException {
        return channel.nextEvent(PATIENCE).orElseThrow(() -> new AssertionError("no event within " + PATIENCE));
    }

    CmEvent expect(CmEventType type) throws InterruptedException {
        CmEvent event = next();
        assertThat(event.type()).as(event.toString()).isEqualTo(type);
        return event;
    }

    CmEvent expect(CmEventType type, CmId id) throws InterruptedException {
        CmEvent event = expect(type);
        assertThat(event.id()).as(event.toString()).isSameAs(id);
        return event;
    }

    @Override
    public void close() {
        manager.close();
    }
}
