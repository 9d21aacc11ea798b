// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.verbena.cm.CmId;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Fixture;

/** Addresses and ports of identifiers: {@code rdma_create_id(3)}, {@code rdma_bind_addr(3)}. */
public final class AddressBinding implements ConnectionBehaviours {
    private static final InetSocketAddress ANY = new InetSocketAddress("0.0.0.0", 0);
    private static final int PRIVILEGED_PORT = 1022;

    @Behaviour(id = "CMA-01", says = "a new identifier has no device, no addresses, no path and no queue pair")
    public void isEmpty(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        assertThat(id.channel()).isSameAs(cm.client().channel());
        assertThat(id.portSpace()).isEqualTo(PortSpace.TCP);
        assertThat(id.qpType()).isEqualTo(PortSpace.TCP.qpType());
        assertThat(id.attachment()).isNull();
        assertThat(Stream.of(id.verbs(), id.pd(), id.localAddress(), id.peerAddress(), id.path(), id.qp()))
                .allMatch(Optional::isEmpty);
        assertThat(id.portNum()).isZero();
        assertThat(id.isClosed()).isFalse();
    }

    @Behaviour(id = "CMA-02", says = "an identifier that is bound to an address of the device uses its context")
    public void bindsDevice(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.TCP);

        assertThat(id.verbs()).containsSame(cm.device().context());
        assertThat(id.pd().orElseThrow().context()).isSameAs(cm.device().context());
        assertThat(id.portNum()).isEqualTo(Fixture.PORT);
        InetSocketAddress local = id.localAddress().orElseThrow();
        assertThat(local.getAddress()).isEqualTo(cm.ip());
        assertThat(local.getPort()).isBetween(1, 0xFFFF);
        assertThat(id.peerAddress()).isEmpty();
    }

    @Behaviour(id = "CMA-02-PORT", says = "an identifier is bound to the port that the application selects")
    public void bindsPort(CmFixture cm) {
        CmId first = cm.client().bound(PortSpace.TCP);
        InetSocketAddress address = first.localAddress().orElseThrow();
        first.close();
        CmId second = cm.client().id(PortSpace.TCP);

        second.bindAddr(address);

        assertThat(second.localAddress()).contains(address);
    }

    @Behaviour(id = "CMA-02-DISTINCT", says = "identifiers that are bound to any port get different ports")
    public void choosesPorts(CmFixture cm) {
        List<CmId> ids = Stream.generate(() -> cm.client().bound(PortSpace.TCP))
                .limit(20)
                .toList();

        Set<Integer> ports = ids.stream()
                .map(id -> id.localAddress().orElseThrow().getPort())
                .collect(Collectors.toSet());
        assertThat(ports).hasSameSizeAs(ids);
    }

    @Behaviour(id = "CMA-02-ANY", says = "an identifier that is bound to the wildcard address has a port and no device")
    public void bindsWildcard(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        id.bindAddr(ANY);

        assertThat(id.verbs()).isEmpty();
        assertThat(id.portNum()).isZero();
        InetSocketAddress local = id.localAddress().orElseThrow();
        assertThat(local.getAddress().isAnyLocalAddress()).isTrue();
        assertThat(local.getPort()).isPositive();
    }

    @Behaviour(
            id = "CMA-02-IPV6",
            needs = Capability.CM_IPV6,
            says = "an identifier is bound to an IPv6 address of the device")
    public void bindsIpv6(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        id.bindAddr(new InetSocketAddress(cm.ipv6(), 0));

        assertThat(id.verbs()).containsSame(cm.device().context());
        assertThat(id.localAddress().orElseThrow().getAddress()).isEqualTo(cm.ipv6());
    }

    @Behaviour(id = "CMA-03", says = "a second bind fails with EINVAL and leaves the first one")
    public void refusesSecondBind(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.TCP);
        InetSocketAddress local = id.localAddress().orElseThrow();

        assertRefused(() -> id.bindAddr(cm.at(0))).withErrno(Errno.EINVAL);
        assertRefused(() -> id.bindAddr(local)).withErrno(Errno.EINVAL);

        assertThat(id.localAddress()).contains(local);
    }

    @Behaviour(
            id = "CMA-03-FOREIGN",
            says = "a bind to an address that this host does not have fails with EADDRNOTAVAIL")
    public void refusesForeignAddress(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        assertRefused(() -> id.bindAddr(new InetSocketAddress(cm.unusedIp(), 0)))
                .byDevice()
                .withErrno(Errno.EADDRNOTAVAIL);

        id.bindAddr(cm.at(0));
        assertThat(id.verbs()).isPresent();
    }

    @Behaviour(id = "CMA-03-SCOPE", says = "a bind to a link-local address without an interface fails with EINVAL")
    public void refusesLinkLocal(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        assertRefused(() -> id.bindAddr(new InetSocketAddress(CmFixture.ip("fe80::1234"), 0)))
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "CMA-04", says = "a port in use fails with EADDRINUSE, and is free after its identifier is closed")
    public void refusesPortInUse(CmFixture cm) {
        CmId first = cm.client().bound(PortSpace.TCP);
        InetSocketAddress address = first.localAddress().orElseThrow();
        CmId second = cm.client().id(PortSpace.TCP);

        assertRefused(() -> second.bindAddr(address)).byDevice().withErrno(Errno.EADDRINUSE);
        first.close();
        second.bindAddr(address);

        assertThat(second.localAddress()).contains(address);
    }

    @Behaviour(id = "CMA-04-ANY", says = "a bind of the wildcard address to a port in use fails with EADDRNOTAVAIL")
    public void refusesWildcardOnPortInUse(CmFixture cm) {
        CmId first = cm.client().bound(PortSpace.TCP);
        int port = first.localAddress().orElseThrow().getPort();
        CmId second = cm.client().id(PortSpace.TCP);

        assertRefused(() -> second.bindAddr(new InetSocketAddress("0.0.0.0", port)))
                .byDevice()
                .withErrno(Errno.EADDRNOTAVAIL);
    }

    @Behaviour(id = "CMA-04-SPACE", says = "the ports of port spaces TCP, UDP and IB are independent")
    public void separatesPortSpaces(CmFixture cm) {
        CmId tcp = cm.client().bound(PortSpace.TCP);
        InetSocketAddress address = tcp.localAddress().orElseThrow();

        for (PortSpace other : List.of(PortSpace.UDP, PortSpace.IB)) {
            CmId id = cm.client().id(other);
            id.bindAddr(address);
            assertThat(id.localAddress()).contains(address);
        }
    }

    @Behaviour(id = "CMA-04-LOW", says = "a port below 1024 is granted, or fails with EACCES without the privilege")
    public void checksPrivilege(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);
        InetSocketAddress address = cm.at(PRIVILEGED_PORT);

        try {
            id.bindAddr(address);
            assertThat(id.localAddress()).contains(address);
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EACCES);
            assertThat(id.verbs()).isEmpty();
        }
    }

    @Behaviour(id = "CMA-05", says = "identifiers share a port if all of them permit it")
    public void sharesPort(CmFixture cm) {
        CmId first = cm.client().id(PortSpace.TCP);
        first.setReuseAddr(true);
        first.bindAddr(cm.at(0));
        InetSocketAddress address = first.localAddress().orElseThrow();
        CmId exclusive = cm.client().id(PortSpace.TCP);
        CmId second = cm.client().id(PortSpace.TCP);
        second.setReuseAddr(true);

        assertRefused(() -> exclusive.bindAddr(address)).byDevice().withErrno(Errno.EADDRINUSE);
        second.bindAddr(address);

        assertThat(second.localAddress()).contains(address);
    }

    @Behaviour(id = "CMA-05-LISTEN", says = "an identifier with a shared port cannot listen: EADDRINUSE")
    public void cannotListenOnSharedPort(CmFixture cm) {
        CmId first = cm.server().id(PortSpace.TCP);
        first.setReuseAddr(true);
        first.bindAddr(cm.at(0));
        CmId second = cm.server().id(PortSpace.TCP);
        second.setReuseAddr(true);
        second.bindAddr(first.localAddress().orElseThrow());

        assertRefused(() -> second.listen(0)).byDevice().withErrno(Errno.EADDRINUSE);
    }

    @Behaviour(
            id = "CMA-05-STATE",
            says = "a bound identifier can permit the sharing of its port, and cannot forbid it")
    public void changesSharing(CmFixture cm) {
        CmId bound = cm.client().bound(PortSpace.TCP);
        bound.setReuseAddr(true);
        assertRefused(() -> bound.setReuseAddr(false)).byDevice().withErrno(Errno.EINVAL);

        CmId listener = cm.server().listener(PortSpace.TCP);
        assertRefused(() -> listener.setReuseAddr(true)).byDevice().withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "CMA-05-FAMILY", says = "an identifier can be restricted to its address family until it listens")
    public void changesFamilies(CmFixture cm) {
        CmId id = cm.server().id(PortSpace.TCP);
        id.setAfOnly(true);
        id.setAfOnly(false);
        id.bindAddr(ANY);
        id.setAfOnly(true);
        id.listen(0);

        assertRefused(() -> id.setAfOnly(false)).byDevice().withErrno(Errno.EINVAL);
    }
}
