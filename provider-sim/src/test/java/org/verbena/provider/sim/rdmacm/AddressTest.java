// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.provider.sim.rdmacm.CmHost.expect;
import static org.verbena.provider.sim.rdmacm.CmHost.expectNothing;
import static org.verbena.provider.sim.rdmacm.CmHost.failsWith;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;

/** Checks addresses, ports and routes, and the errors of calls in the wrong state. */
class AddressTest {
    private final CmHost host = CmHost.within("rxe", "mlx5");

    @AfterEach
    void close() {
        host.close();
    }

    private static InetSocketAddress at(String ip, int port) {
        return new InetSocketAddress(ip, port);
    }

    private InetSocketAddress device(int index, int port) {
        return new InetSocketAddress(host.address(index), port);
    }

    private CmId id() {
        return host.clients.createId(PortSpace.TCP);
    }

    private CmId bound(InetSocketAddress address) {
        CmId id = id();
        id.bindAddr(address);
        return id;
    }

    // ---------------------------------------------------------------- binding

    @Test
    void anAddressOfADeviceBindsToIt() {
        CmId id = bound(device(1, 7471));

        assertThat(id.localAddress()).contains(device(1, 7471));
        assertThat(id.verbs().orElseThrow().device())
                .isEqualTo(host.provider.devices().get(1));
        assertThat(id.portNum()).isEqualTo(1);
        failsWith(Errno.EINVAL, () -> id.bindAddr(device(1, 7472)));
    }

    @Test
    void port0IsAnyPort() {
        CmId one = bound(at("0.0.0.0", 0));
        CmId other = bound(at("0.0.0.0", 0));

        assertThat(CmHost.port(one)).isBetween(32_768, 60_999).isNotEqualTo(CmHost.port(other));
        assertThat(one.verbs()).isEmpty();
    }

    @Test
    void otherAddressesCannotBeBound() {
        failsWith(Errno.EADDRNOTAVAIL, () -> bound(at("192.0.2.1", 1)));
        failsWith(Errno.EINVAL, () -> bound(at("fe80::1", 1)));
        CmId id = id();
        failsWith(Errno.EADDRNOTAVAIL, () -> id.bindAddr(at("192.0.2.1", 1)));
        assertThat(id.localAddress()).isEmpty();
        id.bindAddr(device(0, 0));
    }

    @Test
    void aPortIsBoundOnceForEachAddress() {
        CmId first = bound(device(0, 7471));

        failsWith(Errno.EADDRINUSE, () -> bound(device(0, 7471)));
        failsWith(Errno.EADDRNOTAVAIL, () -> bound(at("0.0.0.0", 7471)));
        bound(device(1, 7471));
        CmId datagrams = host.clients.createId(PortSpace.UDP);
        datagrams.bindAddr(device(0, 7471));
        first.close();
        bound(device(0, 7471));
    }

    @Test
    void portsCanBeSharedUntilOneListens() {
        CmId one = id();
        one.setReuseAddr(true);
        one.bindAddr(device(0, 7471));
        CmId other = id();
        other.setReuseAddr(true);
        other.bindAddr(device(0, 7471));

        failsWith(Errno.EADDRINUSE, () -> other.listen(1));
        one.close();
        other.listen(1);
        failsWith(Errno.EINVAL, () -> other.setReuseAddr(true));
        failsWith(Errno.EINVAL, () -> other.setAfOnly(true));
    }

    @Test
    void theFamiliesCanHavePortsOfTheirOwn() {
        CmId ipv4 = bound(at("0.0.0.0", 7471));
        assertThat(ipv4.localAddress()).isPresent();
        failsWith(Errno.EADDRNOTAVAIL, () -> bound(at("::", 7471)));
        CmId ipv6 = id();
        ipv6.setAfOnly(true);
        ipv6.bindAddr(at("::", 7471));

        assertThat(CmHost.port(ipv6)).isEqualTo(7471);
    }

    // ---------------------------------------------------------------- resolution

    @Test
    void aSilentAddressIsNotResolvedInTime() throws Exception {
        CmId id = id();
        InetAddress absent = InetAddress.getByAddress(new byte[] {10, 0, 0, 0});
        id.resolveAddr(new InetSocketAddress(absent, 1), Duration.ofSeconds(2));
        failsWith(Errno.EINVAL, () -> id.resolveAddr(device(0, 1), CmHost.SECOND));
        host.advance(Duration.ofMillis(1999));
        expectNothing(host.clients);
        host.advance(Duration.ofMillis(1));

        expect(host.clients, CmEventType.ADDR_ERROR, -110);
        id.resolveAddr(device(0, 1), CmHost.SECOND);
        expect(host.clients, CmEventType.ADDR_RESOLVED);
    }

    @Test
    void withoutADeviceTheErrorNamesTheDeviceAndNoSubnet() {
        InetSocketAddress peer = device(0, 1);
        CmId id = id();
        host.provider
                .devices()
                .forEach(device -> host.provider.fabric().faults().failDevice(device.name()));

        assertThatThrownBy(() -> id.resolveAddr(peer, CmHost.SECOND))
                .hasMessageContaining("ENETUNREACH")
                .hasMessageContaining("no such device, or it was removed")
                .hasMessageNotContaining("10.0.0.0/8");
    }

    @Test
    void anAddressWithoutRouteFailsAtOnce() {
        CmId id = id();

        failsWith(Errno.ENETUNREACH, () -> id.resolveAddr(at("192.0.2.1", 1), CmHost.SECOND));
        failsWith(Errno.EINVAL, () -> id.resolveAddr(at("::1", 1), CmHost.SECOND));
        expectNothing(host.clients);
    }

    @Test
    void aBoundAddressReachesOnlyItsLink() {
        CmId id = bound(device(0, 0));
        id.resolveAddr(at("192.0.2.1", 1), CmHost.SECOND);
        host.advance(CmHost.SECOND);

        expect(host.clients, CmEventType.ADDR_ERROR, -110);
    }

    @Test
    void theRouteIsDerivedFromTheAddresses() {
        CmId id = id();
        id.setTos(0x20);
        id.resolveAddr(device(0, 40_000), device(1, 7174), CmHost.SECOND);
        expect(host.clients, CmEventType.ADDR_RESOLVED);
        assertThat(id.peerAddress()).contains(device(1, 7174));
        assertThat(id.path()).isEmpty();
        id.resolveRoute(CmHost.SECOND);
        expect(host.clients, CmEventType.ROUTE_RESOLVED);

        SaPathRec path = id.path().orElseThrow();
        byte[] raw = path.dgid().raw();
        assertThat(ByteBuffer.wrap(raw, 12, 4))
                .isEqualTo(ByteBuffer.wrap(host.address(1).getAddress()));
        assertThat(path.flowLabel()).isEqualTo((40_000 * 31 + 7174) & 0xFFFFF);
        assertThat(path.hopLimit()).isEqualTo(64);
        assertThat(path.trafficClass()).isEqualTo(0x20);
        assertThat(path.packetLifeTime()).isEqualTo(16);
        assertThat(path.pkey()).isEqualTo(0xFFFF);
        assertThat(path.reversible()).isEqualTo(1);
    }

    @Test
    void anAcknowledgementTimeoutShortensThePath() {
        CmId id = id();
        id.setAckTimeout(14);
        id.resolveAddr(device(1, 1), CmHost.SECOND);
        expect(host.clients, CmEventType.ADDR_RESOLVED);
        id.resolveRoute(CmHost.SECOND);
        expect(host.clients, CmEventType.ROUTE_RESOLVED);

        assertThat(id.path().orElseThrow().packetLifeTime()).isEqualTo(13);
        CmId datagrams = host.clients.createId(PortSpace.UDP);
        failsWith(Errno.EINVAL, () -> datagrams.setAckTimeout(14));
    }

    @Test
    void aLoopbackAddressHasADeviceButNoRoute() {
        CmId id = id();
        id.resolveAddr(at("127.0.0.1", 1), CmHost.SECOND);
        expect(host.clients, CmEventType.ADDR_RESOLVED);

        assertThat(id.verbs().orElseThrow().device())
                .isEqualTo(host.provider.devices().get(0));
        failsWith(Errno.ENODEV, () -> id.resolveRoute(CmHost.SECOND));
    }

    @Test
    void ipOverInfinibandDoesNotExistOnEthernet() {
        CmId id = host.clients.createId(PortSpace.IPOIB);

        failsWith(Errno.EINVAL, () -> id.bindAddr(device(0, 1)));
        id.resolveAddr(device(0, 1), CmHost.SECOND);
        expect(host.clients, CmEventType.ADDR_ERROR, -22);
    }

    // ---------------------------------------------------------------- states

    @Test
    void callsInTheWrongStateFail() {
        CmId idle = id();
        ConnParam param = ConnParam.builder().qpNum(1).build();
        failsWith(Errno.EINVAL, () -> idle.resolveRoute(CmHost.SECOND));
        failsWith(Errno.EINVAL, () -> idle.connect(param));
        failsWith(Errno.EINVAL, () -> idle.accept(param));
        failsWith(Errno.EINVAL, () -> idle.reject(ByteBuffer.allocate(0)));
        failsWith(Errno.EINVAL, idle::disconnect);
        failsWith(Errno.EINVAL, idle::establish);

        CmId bound = bound(device(0, 0));
        failsWith(Errno.EINVAL, () -> bound.connect(param));
        failsWith(Errno.EINVAL, () -> bound.accept(param));
        failsWith(Errno.EINVAL, bound::disconnect);
        failsWith(Errno.EINVAL, () -> bound.resolveRoute(CmHost.SECOND));

        CmId listening = bound(device(0, 0));
        listening.listen(1);
        failsWith(Errno.EINVAL, () -> listening.listen(1));
        failsWith(Errno.EINVAL, () -> listening.resolveAddr(device(1, 1), CmHost.SECOND));
        listening.disconnect();

        CmId resolved = host.resolved(device(1, 9), PortSpace.TCP);
        failsWith(Errno.EINVAL, () -> resolved.resolveRoute(CmHost.SECOND));
        failsWith(Errno.EINVAL, () -> resolved.resolveAddr(device(1, 9), CmHost.SECOND));
        failsWith(Errno.EINVAL, () -> resolved.listen(1));
        failsWith(Errno.EINVAL, () -> resolved.accept(param));
        failsWith(Errno.EINVAL, resolved::disconnect);
    }

    @Test
    void joinMulticastNeedsABoundUdpIdentifierAndAValidGroup() throws Exception {
        InetAddress group = InetAddress.getByName("239.1.2.3");
        CmId connected = bound(device(0, 0));
        failsWith(Errno.EINVAL, () -> connected.joinMulticast(group, JoinFlag.FULLMEMBER));
        CmId idle = host.clients.createId(PortSpace.UDP);
        failsWith(Errno.EINVAL, () -> idle.joinMulticast(group, JoinFlag.FULLMEMBER));
        CmId routed = host.resolved(device(1, 9), PortSpace.UDP);
        failsWith(Errno.EINVAL, () -> routed.joinMulticast(group, JoinFlag.FULLMEMBER));
        CmId bound = host.clients.createId(PortSpace.UDP);
        bound.bindAddr(device(0, 0));
        failsWith(Errno.EINVAL, () -> bound.joinMulticast(InetAddress.getByName("0.0.0.0"), JoinFlag.FULLMEMBER));
        InetAddress ipv6 = InetAddress.getByName("ff0e::1");
        failsWith(new Errno(524), () -> bound.joinMulticast(ipv6, JoinFlag.FULLMEMBER));
    }
}
