// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.ClockMode;
import org.verbena.provider.sim.SimDeviceConfig;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimProvider;

/** A simulator with connection management, one channel for clients and one for servers. */
final class CmHost implements AutoCloseable {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration PATIENCE = Duration.ofSeconds(60);

    final SimProvider provider;
    final ConnectionManager manager;
    final EventChannel clients;
    final EventChannel servers;

    CmHost(SimProvider provider) {
        this.provider = provider;
        this.manager = ConnectionManager.open(provider);
        this.clients = manager.createEventChannel();
        this.servers = manager.createEventChannel();
    }

    /** Creates a host whose devices are connected within the process, with a clock that the test advances. */
    static CmHost within(String... profiles) {
        SimProvider.Builder builder = SimProvider.builder().clock(ClockMode.MANUAL);
        for (String profile : profiles) {
            builder.device(profile);
        }
        return new CmHost(builder.build());
    }

    /** Creates a host with a device on the loopback interface. */
    static CmHost at(String address, int udpPort) {
        return new CmHost(SimProvider.builder()
                .device(SimDeviceConfig.of("rxe").address(address).udpPort(udpPort))
                .build());
    }

    /** Returns the IPv4 address of a device. */
    InetAddress address(int device) {
        Device chosen = provider.devices().get(device);
        try (DeviceContext context = chosen.open()) {
            return context.queryGidTable().stream()
                    .map(GidEntry::gid)
                    .filter(Gid::isMappedIpv4)
                    .findFirst()
                    .orElseThrow()
                    .toInetAddress();
        }
    }

    void advance(Duration time) {
        provider.fabric().clock().advance(time);
    }

    CmId listener(PortSpace space, int backlog) {
        CmId listener = servers.createId(space);
        listener.bindAddr(new InetSocketAddress(address(0), 0));
        listener.listen(backlog);
        return listener;
    }

    static int port(CmId listener) {
        return listener.localAddress().orElseThrow().getPort();
    }

    /** Returns an identifier that has resolved the route to a listener. */
    CmId resolved(CmId listener) {
        return resolved(listener.localAddress().orElseThrow(), listener.portSpace());
    }

    CmId resolved(InetSocketAddress destination, PortSpace space) {
        CmId id = clients.createId(space);
        id.resolveAddr(destination, SECOND);
        expect(clients, CmEventType.ADDR_RESOLVED);
        id.resolveRoute(SECOND);
        expect(clients, CmEventType.ROUTE_RESOLVED);
        return id;
    }

    /** A client and a server with a listener. */
    record Connection(CmId listener, CmId client, CmId server) {}

    /** Returns a client that has sent a request with private data. */
    CmId connecting(CmId listener) {
        CmId client = resolved(listener);
        client.createQp(qp());
        client.connect(with("request"));
        return client;
    }

    /** Returns a connection whose reply has been sent. The client has not read the event yet. */
    Connection accepted() {
        CmId listener = listener(PortSpace.TCP, 1);
        CmId client = connecting(listener);
        CmId server = expect(servers, CmEventType.CONNECT_REQUEST).id();
        server.createQp(qp());
        server.accept(with("reply"));
        return new Connection(listener, client, server);
    }

    /** Returns an established connection. */
    Connection connected() {
        Connection connection = accepted();
        expect(clients, CmEventType.ESTABLISHED);
        expect(servers, CmEventType.ESTABLISHED);
        return connection;
    }

    /** Drops messages of the connection manager. */
    SimFaults.Injected lose(String message, int times) {
        return provider.fabric()
                .faults()
                .inject(SimFault.drop().where(sent -> sent.cm().equals(message)).times(times));
    }

    /** Advances the clock until an unanswered message is sent again. */
    void repeat() {
        advance(Duration.ofMillis(4608));
    }

    static ConnParam with(String data) {
        return ConnParam.builder().privateData(bytes(data)).build();
    }

    static QpInitAttr qp() {
        return QpInitAttr.builder()
                .maxSendWr(8)
                .maxRecvWr(8)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
    }

    /** Returns the next event, which must have the given type and status 0. */
    static CmEvent expect(EventChannel channel, CmEventType type) {
        return expect(channel, type, 0);
    }

    static CmEvent expect(EventChannel channel, CmEventType type, int status) {
        return require(channel.nextEvent(), type, status);
    }

    /** Waits for the next event, which a network may delay. */
    static CmEvent await(EventChannel channel, CmEventType type) {
        return await(channel, type, 0);
    }

    static CmEvent await(EventChannel channel, CmEventType type, int status) {
        try {
            return require(channel.nextEvent(PATIENCE), type, status);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static CmEvent require(Optional<CmEvent> event, CmEventType type, int status) {
        assertThat(event).as("event %s", type).isPresent();
        assertThat(event.get().type()).isEqualTo(type);
        assertThat(event.get().status()).as("status of %s", type).isEqualTo(status);
        return event.get();
    }

    static void expectNothing(EventChannel channel) {
        assertThat(channel.nextEvent().map(CmEvent::type)).isEmpty();
    }

    /** Checks that a call fails with an errno. */
    static void failsWith(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the text at the start of private data, up to the first zero. */
    static String text(ByteBuffer data) {
        return StandardCharsets.US_ASCII.decode(data).toString().replaceAll("\0.*", "");
    }

    @Override
    public void close() {
        manager.close();
        provider.close();
    }
}
