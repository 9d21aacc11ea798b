// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.provider.sim.rdmacm.CmHost.bytes;
import static org.verbena.provider.sim.rdmacm.CmHost.expect;
import static org.verbena.provider.sim.rdmacm.CmHost.expectNothing;
import static org.verbena.provider.sim.rdmacm.CmHost.failsWith;
import static org.verbena.provider.sim.rdmacm.CmHost.text;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;
import org.verbena.cm.UdParam;
import org.verbena.error.Errno;
import org.verbena.provider.sim.SimFault;

/** Checks the addresses of datagram services, and multicast groups. */
class DatagramServiceTest {
    private final CmHost host = CmHost.within("rxe");

    @AfterEach
    void close() {
        host.close();
    }

    private CmId asking(CmId listener) {
        CmId client = host.resolved(listener);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.builder().privateData(bytes("who")).build());
        return client;
    }

    @Test
    void aServiceAnswersWithItsAddress() {
        CmId client = asking(host.listener(PortSpace.UDP, 1));
        CmEvent request = expect(host.servers, CmEventType.CONNECT_REQUEST);
        assertThat(request.conn()).isEmpty();
        assertThat(text(request.privateData())).isEqualTo("who");
        assertThat(request.privateData().remaining()).isEqualTo(180);
        CmId server = request.id();
        long number = server.createQp(CmHost.qp()).qpNum();
        server.accept(ConnParam.builder().privateData(bytes("a".repeat(136))).build());

        CmEvent established = expect(host.clients, CmEventType.ESTABLISHED);
        UdParam address = established.ud().orElseThrow();
        assertThat(address.qpNum()).isEqualTo(number);
        assertThat(address.qkey()).isEqualTo(UdParam.UDP_QKEY);
        assertThat(address.ahAttr().grh().orElseThrow().dgid())
                .isEqualTo(client.path().orElseThrow().dgid());
        assertThat(text(established.privateData())).isEqualTo("a".repeat(136));
        assertThat(client.qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        expectNothing(host.servers);
        client.disconnect();
        expectNothing(host.clients);
        failsWith(Errno.EINVAL, () -> server.accept(ConnParam.defaults()));
    }

    @Test
    void aRequestIsRejectedWithAStatus() {
        asking(host.listener(PortSpace.UDP, 1));
        expect(host.servers, CmEventType.CONNECT_REQUEST).id().reject(bytes("no"));

        CmEvent unreachable = expect(host.clients, CmEventType.UNREACHABLE, 2);
        assertThat(text(unreachable.privateData())).isEqualTo("no");
        assertThat(unreachable.privateData().remaining()).isEqualTo(136);
    }

    @Test
    void withoutAServiceTheStatusIs1() {
        CmId listener = host.listener(PortSpace.UDP, 1);
        CmId client = host.resolved(listener);
        listener.close();
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());

        expect(host.clients, CmEventType.UNREACHABLE, 1);
    }

    /** cm_destroy_id rejects a datagram request beyond the backlog. It would drop a connection request. */
    @Test
    void requestsBeyondTheBacklogAreRejected() {
        CmId listener = host.listener(PortSpace.UDP, 1);
        asking(listener);
        asking(listener);

        expect(host.clients, CmEventType.UNREACHABLE, 2);
        expect(host.servers, CmEventType.CONNECT_REQUEST);
    }

    @Test
    void aSilentPeerIsUnreachable() {
        host.provider
                .fabric()
                .faults()
                .inject(SimFault.drop().where(sent -> sent.cm().equals("SIDR_REQ")));
        asking(host.listener(PortSpace.UDP, 1));
        host.advance(Duration.ofMillis(16 * 4096));

        expect(host.clients, CmEventType.UNREACHABLE, -110);
    }

    @Test
    void aTcpListenerDoesNotServeTheUdpPortSpace() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = host.resolved(listener.localAddress().orElseThrow(), PortSpace.UDP);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());

        expect(host.clients, CmEventType.UNREACHABLE, 1);
    }

    private CmId bound() {
        CmId id = host.clients.createId(PortSpace.UDP);
        id.bindAddr(new InetSocketAddress(host.address(0), 0));
        return id;
    }

    @Test
    void aGroupIsJoinedAndLeft() throws Exception {
        CmId member = bound();
        member.createQp(CmHost.qp());
        InetAddress address = InetAddress.getByName("239.1.2.3");
        MulticastGroup group = member.joinMulticast(address, JoinFlag.FULLMEMBER);

        CmEvent joined = expect(host.clients, CmEventType.MULTICAST_JOIN);
        assertThat(joined.group()).contains(group);
        UdParam where = joined.ud().orElseThrow();
        assertThat(where.qpNum()).isEqualTo(UdParam.MULTICAST_QPN);
        assertThat(where.qkey()).isEqualTo(UdParam.UDP_QKEY);
        assertThat(where.ahAttr().grh().orElseThrow().dgid()).hasToString("0000:0000:0000:0000:0000:ffff:ef01:0203");
        assertThat(where.ahAttr().grh().orElseThrow().hopLimit()).isEqualTo(64);
        group.close();
        group.close();
        member.destroyQp();
    }

    @Test
    void leavingDropsTheEventOfTheJoin() throws Exception {
        CmId member = bound();
        MulticastGroup group = member.joinMulticast(InetAddress.getByName("239.1.2.3"), JoinFlag.SENDONLY_FULLMEMBER);
        group.close();

        expectNothing(host.clients);
    }

    @Test
    void aGroupCanBeAnAddressToResolve() throws Exception {
        CmId sender = host.clients.createId(PortSpace.UDP);
        sender.resolveAddr(new InetSocketAddress(InetAddress.getByName("239.1.2.3"), 0), CmHost.SECOND);

        expect(host.clients, CmEventType.ADDR_RESOLVED);
        sender.joinMulticast(InetAddress.getByName("239.1.2.3"), JoinFlag.FULLMEMBER);
        expect(host.clients, CmEventType.MULTICAST_JOIN);
    }
}
