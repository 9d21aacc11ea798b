// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.verbena.attr.Gid;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Fixture;

/** Resolution of addresses and routes: {@code rdma_resolve_addr(3)}, {@code rdma_resolve_route(3)}. */
public final class Resolution implements ConnectionBehaviours {
    private static final int PORT = 7471;

    /** {@code CMA_IBOE_PACKET_LIFETIME}, which was 18 before Linux 6.2. */
    private static final Set<Integer> DEFAULT_LIFE_TIMES = Set.of(16, 18);

    private static final int FLOW_LABEL_MASK = 0xF_FFFF;

    /** {@code IB_SA_EQ}. */
    private static final int EQUAL = 2;

    private static final Duration SHORT = Duration.ofMillis(200);

    @Behaviour(id = "CMB-01", says = "a resolved address gives the identifier its device, its port and both addresses")
    public void resolves(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        id.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION);
        CmEvent event = cm.client().expect(CmEventType.ADDR_RESOLVED, id);

        assertThat(event.status()).isZero();
        assertThat(event.listenId()).isEmpty();
        assertThat(event.conn()).isEmpty();
        assertThat(event.ud()).isEmpty();
        assertThat(event.privateData().remaining()).isZero();
        assertThat(id.verbs()).containsSame(cm.device().context());
        assertThat(id.portNum()).isEqualTo(Fixture.PORT);
        assertThat(id.peerAddress()).contains(cm.at(PORT));
        assertThat(id.localAddress().orElseThrow().getAddress()).isEqualTo(cm.ip());
        assertThat(id.localAddress().orElseThrow().getPort()).isPositive();
        assertThat(id.path()).isEmpty();
    }

    @Behaviour(
            id = "CMB-01-SOURCE",
            says = "an address is resolved from the address and port that the application selects")
    public void resolvesFromSource(CmFixture cm) {
        CmId chosen = cm.client().bound(PortSpace.TCP);
        InetSocketAddress source = chosen.localAddress().orElseThrow();
        chosen.close();
        CmId id = cm.client().id(PortSpace.TCP);

        id.resolveAddr(source, cm.at(PORT), CmFixture.RESOLUTION);
        cm.client().expect(CmEventType.ADDR_RESOLVED, id);

        assertThat(id.localAddress()).contains(source);
    }

    @Behaviour(id = "CMB-01-BOUND", says = "a bound identifier keeps its address and port when it resolves an address")
    public void resolvesBound(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.TCP);
        InetSocketAddress source = id.localAddress().orElseThrow();

        cm.client().resolveAddr(id, cm.at(PORT));

        assertThat(id.localAddress()).contains(source);
        assertThat(id.peerAddress()).contains(cm.at(PORT));
    }

    @Behaviour(id = "CMB-01-IPV6", needs = Capability.CM_IPV6, says = "an IPv6 address and its route are resolved")
    public void resolvesIpv6(CmFixture cm) {
        InetSocketAddress peer = new InetSocketAddress(cm.ipv6(), PORT);

        CmId id = cm.client().routed(PortSpace.TCP, peer);

        assertThat(id.peerAddress()).contains(peer);
        assertThat(id.path().orElseThrow().dgid()).isEqualTo(Gid.of(cm.ipv6().getAddress()));
    }

    @Behaviour(
            id = "CMB-02",
            says = "an address that no host has is reported with ETIMEDOUT, and the identifier can resolve another one")
    public void timesOut(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        id.resolveAddr(new InetSocketAddress(cm.unusedIp(), PORT), SHORT);
        CmEvent error = cm.client().expect(CmEventType.ADDR_ERROR, id);
        assertThat(error.status()).isEqualTo(-Errno.ETIMEDOUT.number());

        cm.client().resolveAddr(id, cm.at(PORT));
        assertThat(id.peerAddress()).contains(cm.at(PORT));
    }

    @Behaviour(id = "CMB-02-ROUTE", says = "an address beyond the networks of the host is not resolved")
    public void hasNoRoute(CmFixture cm) {
        // RFC 5737 reserves these addresses for documentation.
        InetSocketAddress nowhere = new InetSocketAddress("203.0.113.1", PORT);
        CmId id = cm.client().id(PortSpace.TCP);

        try {
            id.resolveAddr(nowhere, SHORT);
            cm.client().expect(CmEventType.ADDR_ERROR, id);
        } catch (VerbsException e) {
            assertThat(e.errno()).isIn(Errno.ENETUNREACH, Errno.EHOSTUNREACH);
        }
        assertThat(id.path()).isEmpty();
    }

    @Behaviour(id = "CMB-02-FAMILY", says = "addresses of different families fail with EINVAL")
    public void refusesFamilies(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        assertRefused(() -> id.resolveAddr(
                        cm.at(0), new InetSocketAddress(CmFixture.ip("fd99::1"), PORT), CmFixture.RESOLUTION))
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "CMB-02-SOURCE", says = "a source address that this host does not have fails with EADDRNOTAVAIL")
    public void refusesForeignSource(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        assertRefused(() -> id.resolveAddr(new InetSocketAddress(cm.unusedIp(), 0), cm.at(PORT), CmFixture.RESOLUTION))
                .byDevice()
                .withErrno(Errno.EADDRNOTAVAIL);
    }

    @Behaviour(id = "CMB-03", says = "a resolved route gives the identifier its path")
    public void resolvesRoute(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(PORT));

        id.resolveRoute(CmFixture.RESOLUTION);
        assertThat(cm.client().expect(CmEventType.ROUTE_RESOLVED, id).status()).isZero();

        SaPathRec path = id.path().orElseThrow();
        assertThat(path.sgid()).isEqualTo(gid(cm.ip()));
        assertThat(path.dgid()).isEqualTo(gid(cm.ip()));
        assertThat(path.pkey()).isEqualTo(0xFFFF);
        assertThat(path.reversible()).isEqualTo(1);
        assertThat(path.hopLimit()).isGreaterThan(1);
        assertThat(path.trafficClass()).isZero();
        assertThat(path.packetLifeTime()).isIn(DEFAULT_LIFE_TIMES);
        assertThat(path.mtu()).isEqualTo(cm.device().port().activeMtu());
        int source = id.localAddress().orElseThrow().getPort();
        assertThat(path.flowLabel()).isEqualTo((source * 31L + PORT) & FLOW_LABEL_MASK);
        assertThat(List.of(path.mtuSelector(), path.rateSelector(), path.packetLifeTimeSelector()))
                .containsOnly(EQUAL);
        assertThat(path.sl()).isZero();
    }

    private static Gid gid(InetAddress ip) {
        byte[] raw = new byte[Gid.LENGTH];
        raw[10] = (byte) 0xFF;
        raw[11] = (byte) 0xFF;
        System.arraycopy(ip.getAddress(), 0, raw, 12, 4);
        return Gid.of(raw);
    }

    @Behaviour(id = "CMB-03-OPTIONS", says = "the path has the type of service and the ACK timeout of the identifier")
    public void usesOptions(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);
        id.setTos(0x60);
        id.setAckTimeout(14);

        cm.client().resolveAddr(id, cm.at(PORT));
        cm.client().resolveRoute(id);

        SaPathRec path = id.path().orElseThrow();
        assertThat(path.trafficClass()).isEqualTo(0x60);
        assertThat(path.packetLifeTime()).isEqualTo(13);
    }

    @Behaviour(id = "CMB-03-TIMEOUT", says = "a route without a timeout fails with EINVAL")
    public void refusesNoTimeout(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(PORT));

        assertRefused(() -> id.resolveRoute(Duration.ZERO)).withErrno(Errno.EINVAL);

        cm.client().resolveRoute(id);
        assertThat(id.path()).isPresent();
    }

    @Behaviour(id = "CMB-03-AGAIN", says = "a second resolution of the address or the route fails with EINVAL")
    public void refusesSecondResolution(CmFixture cm) {
        CmId id = cm.client().routed(PortSpace.TCP, cm.at(PORT));

        assertRefused(() -> id.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION)).withErrno(Errno.EINVAL);
        assertRefused(() -> id.resolveRoute(CmFixture.RESOLUTION)).withErrno(Errno.EINVAL);
        cm.client().assertNoEvent();
    }

    @Behaviour(id = "CMB-04", says = "options beyond the range of their C type are rejected with the range")
    public void checksOptions(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        for (int wrong : new int[] {-1, 256, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertRefused(() -> id.setTos(wrong))
                    .byVerbena()
                    .naming("RDMA_OPTION_ID_TOS", Integer.toString(wrong), "0..255");
            assertRefused(() -> id.setAckTimeout(wrong))
                    .byVerbena()
                    .naming("RDMA_OPTION_ID_ACK_TIMEOUT", Integer.toString(wrong), "0..");
        }
        id.setTos(0);
        id.setTos(255);
    }

    @Behaviour(id = "CMB-04-DATAGRAMS", needs = Capability.UD, says = "the ACK timeout of datagrams fails with EINVAL")
    public void refusesAckTimeoutOfDatagrams(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.UDP);

        assertRefused(() -> id.setAckTimeout(14)).withErrno(Errno.EINVAL);
        id.setTos(0x20);
    }
}
