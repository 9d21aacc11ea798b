// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.provider.sim.rdmacm.CmHost.SECOND;
import static org.verbena.provider.sim.rdmacm.CmHost.expect;
import static org.verbena.provider.sim.rdmacm.CmHost.failsWith;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.attr.Gid;
import org.verbena.attr.QpState;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;

/** Checks the attributes of an identifier that librdmacm shows to the application on rdma_rxe. */
class LibraryCopyTest {
    private static final int PORT = 7471;
    private static final int HOP_LIMIT = 64;

    private final CmHost host = CmHost.within("rxe");

    @AfterEach
    void close() {
        host.close();
    }

    private CmId id() {
        return host.clients.createId(PortSpace.TCP);
    }

    private InetSocketAddress own(int port) {
        return new InetSocketAddress(host.address(0), port);
    }

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(address, port);
    }

    private InetAddress silent() throws Exception {
        byte[] raw = host.address(0).getAddress();
        raw[3] = (byte) 250;
        return InetAddress.getByAddress(raw);
    }

    private SaPathRec pathAfter(CmId id) {
        expect(host.clients, CmEventType.ADDR_RESOLVED);
        id.resolveRoute(SECOND);
        expect(host.clients, CmEventType.ROUTE_RESOLVED);
        return id.path().orElseThrow();
    }

    @Test
    void aResolvedAddressIsVisibleOnceItsEventIsTaken() {
        CmId id = id();
        id.resolveAddr(own(PORT), SECOND);

        assertThat(id.peerAddress()).as("stored by the library").contains(own(PORT));
        assertThat(id.localAddress()).isEmpty();
        assertThat(id.verbs()).isEmpty();
        failsWith(Errno.EINVAL, () -> id.resolveRoute(SECOND));

        expect(host.clients, CmEventType.ADDR_RESOLVED);
        assertThat(id.localAddress().orElseThrow().getAddress()).isEqualTo(host.address(0));
        assertThat(id.verbs()).isPresent();
        assertThat(id.portNum()).isEqualTo(1);
        id.resolveRoute(SECOND);
        assertThat(id.path()).isEmpty();
        expect(host.clients, CmEventType.ROUTE_RESOLVED);
        assertThat(id.path()).isPresent();
    }

    @Test
    void aFailedResolutionLeavesTheBoundAddressInvisible() {
        CmId id = id();

        failsWith(Errno.EINVAL, () -> id.resolveAddr(own(0), at("::", 0), SECOND));

        assertThat(id.localAddress()).isEmpty();
        assertThat(id.verbs()).isEmpty();
        id.listen(1);
        assertThat(id.localAddress().orElseThrow().getAddress()).isEqualTo(host.address(0));
        assertThat(id.peerAddress()).as("any address, and port 0").isEmpty();
    }

    @Test
    void theDestinationOfAFailedResolutionStays() {
        CmId bound = id();
        bound.bindAddr(own(PORT));
        failsWith(Errno.EINVAL, () -> bound.resolveAddr(at("fd99::1", PORT), SECOND));
        bound.listen(1);
        assertThat(bound.peerAddress()).as("destination of another family").contains(at("fd99::1", PORT));

        CmId other = id();
        failsWith(Errno.EADDRNOTAVAIL, () -> other.resolveAddr(at("0.0.0.0", PORT), own(1), SECOND));
        other.bindAddr(own(0));
        assertThat(other.peerAddress()).as("source port in use").contains(own(1));
    }

    @Test
    void onlyARouteThatWasLookedUpHasAHopLimit() throws Exception {
        CmId loopback = id();
        loopback.bindAddr(own(0));
        loopback.resolveAddr(at("127.0.0.1", PORT), SECOND);
        assertThat(pathAfter(loopback).hopLimit()).isZero();

        CmId routed = id();
        routed.resolveAddr(own(PORT), SECOND);
        assertThat(pathAfter(routed).hopLimit()).isEqualTo(HOP_LIMIT);

        CmId later = id();
        later.resolveAddr(new InetSocketAddress(silent(), PORT), SECOND);
        host.advance(SECOND);
        expect(host.clients, CmEventType.ADDR_ERROR, -Errno.ETIMEDOUT.number());
        later.resolveAddr(at("127.0.0.1", PORT), SECOND);
        assertThat(pathAfter(later).hopLimit()).isEqualTo(HOP_LIMIT);
    }

    @Test
    void aLoopbackAddressIsNoSourceOfADevice() {
        CmId id = id();
        id.bindAddr(at("127.0.0.1", 0));
        id.resolveAddr(own(PORT), SECOND);

        expect(host.clients, CmEventType.ADDR_ERROR, -Errno.ENODEV.number());
        assertThat(id.verbs()).isEmpty();
        failsWith(Errno.EINVAL, () -> id.resolveAddr(at("10.9.9.9", PORT), SECOND));
    }

    @Test
    void aLinkLocalDestinationProvidesTheInterfaceEvenInTheWrongState() throws Exception {
        CmId id = id();
        id.resolveAddr(at("::1", PORT), SECOND);
        expect(host.clients, CmEventType.ADDR_RESOLVED);
        failsWith(Errno.ENODEV, () -> id.resolveRoute(SECOND));

        byte[] linkLocal = InetAddress.getByName("fe80::9").getAddress();
        InetAddress scoped = Inet6Address.getByAddress(null, linkLocal, 1);
        failsWith(Errno.EINVAL, () -> id.resolveAddr(new InetSocketAddress(scoped, PORT), SECOND));

        id.resolveRoute(SECOND);
        expect(host.clients, CmEventType.ROUTE_RESOLVED);
    }

    @Test
    void aLinkLocalDestinationWithoutAScopeTakesTheInterfaceAway() {
        CmId id = id();
        id.resolveAddr(own(PORT), SECOND);
        expect(host.clients, CmEventType.ADDR_RESOLVED);

        failsWith(Errno.EINVAL, () -> id.resolveAddr(at("fe80::9", PORT), SECOND));

        failsWith(Errno.ENODEV, () -> id.resolveRoute(SECOND));
    }

    /** An identifier keeps its interface after a bind that failed because of the port. */
    @Test
    void aKnownInterfaceChangesTheErrorsOfAddresses() {
        id().bindAddr(own(PORT));
        CmId id = id();
        failsWith(Errno.EADDRNOTAVAIL, () -> id.bindAddr(at("203.0.113.9", 0)));
        failsWith(Errno.ENETUNREACH, () -> id.resolveAddr(at("203.0.113.9", PORT), SECOND));
        id.close();

        CmId linked = id();
        failsWith(Errno.EADDRINUSE, () -> linked.bindAddr(own(PORT)));
        failsWith(Errno.ENODEV, () -> linked.bindAddr(at("203.0.113.9", 0)));
        linked.resolveAddr(at("203.0.113.9", PORT), SECOND);
        host.advance(SECOND);
        expect(host.clients, CmEventType.ADDR_ERROR, -Errno.ETIMEDOUT.number());
    }

    @Test
    void anUnknownStateHasNoAttributes() {
        CmId id = id();
        id.bindAddr(own(0));

        assertThat(id.initQpAttr(QpState.ERR).portNum()).isEqualTo(1);
        failsWith(Errno.EINVAL, () -> id.initQpAttr(QpState.UNKNOWN));
    }

    @Test
    void thereIsNoQkeyOfIpOverInfiniBand() {
        CmId id = host.clients.createId(PortSpace.IPOIB);
        id.resolveAddr(at("127.0.0.1", PORT), SECOND);
        expect(host.clients, CmEventType.ADDR_RESOLVED);

        failsWith(Errno.ENODEV, () -> id.initQpAttr(QpState.INIT));
        failsWith(Errno.ENODEV, () -> id.createQp(CmHost.qp()));
    }

    @Test
    void theDefaultPacketLifeTimeDependsOnTheKernel() {
        CmId id = id();
        id.resolveAddr(own(PORT), SECOND);
        assertThat(pathAfter(id).packetLifeTime()).isEqualTo(16);

        try (CmHost older = CmHost.within("rxe-6.1")) {
            CmId there = older.resolved(new InetSocketAddress(older.address(0), PORT), PortSpace.TCP);
            assertThat(there.path().orElseThrow().packetLifeTime()).isEqualTo(18);
        }
    }

    @Test
    void theGroupOfALoopbackAddressIsZero() {
        CmId id = host.clients.createId(PortSpace.UDP);
        id.bindAddr(own(0));
        id.joinMulticast(at("127.0.0.1", 0).getAddress(), JoinFlag.FULLMEMBER);

        assertThat(expect(host.clients, CmEventType.MULTICAST_JOIN)
                        .ud()
                        .orElseThrow()
                        .ahAttr()
                        .grh()
                        .orElseThrow()
                        .dgid())
                .isEqualTo(Gid.of(new byte[Gid.LENGTH]));
    }

    @Test
    void thePacketLifeTimeHasFiveBits() {
        CmId id = id();
        id.setAckTimeout(34);
        id.resolveAddr(own(PORT), SECOND);

        assertThat(pathAfter(id).packetLifeTime()).isEqualTo(1);
    }
}
