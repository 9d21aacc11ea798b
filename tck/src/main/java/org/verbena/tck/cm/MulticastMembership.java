// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.net.InetAddress;
import java.util.List;
import org.verbena.AddressHandle;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;
import org.verbena.cm.UdParam;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.WorkRequest;

/** Memberships of identifiers in multicast groups: {@code rdma_join_multicast(3)}, {@code rdma_leave_multicast(3)}. */
public final class MulticastMembership implements ConnectionBehaviours {
    private static final InetAddress GROUP = CmFixture.ip("239.1.2.3");
    private static final InetAddress OTHER = CmFixture.ip("239.1.2.4");
    private static final Gid MGID = Gid.parse("0000:0000:0000:0000:0000:ffff:ef01:0203");
    private static final int PORT = 7471;
    private static final int LENGTH = 100;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.UD, Capability.MULTICAST);
    }

    @Behaviour(
            id = "CMM-01",
            says = "the event of a join has the address, the queue pair number and the Q_Key of the group")
    public void joins(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);
        id.createQp(CmFixture.qpRequest().build());

        MulticastGroup group = id.joinMulticast(GROUP, JoinFlag.FULLMEMBER);
        CmEvent event = cm.client().expect(CmEventType.MULTICAST_JOIN, id);

        assertThat(group.id()).isSameAs(id);
        assertThat(group.address()).isEqualTo(GROUP);
        assertThat(group.joinFlag()).isEqualTo(JoinFlag.FULLMEMBER);
        assertThat(event.status()).isZero();
        assertThat(event.group()).containsSame(group);
        assertThat(event.privateData().remaining()).isZero();
        UdParam ud = event.ud().orElseThrow();
        assertThat(ud.qpNum()).isEqualTo(UdParam.MULTICAST_QPN);
        assertThat(ud.qkey()).isEqualTo(UdParam.UDP_QKEY);
        AhAttr to = ud.ahAttr();
        assertThat(to.grh().orElseThrow().dgid()).isEqualTo(MGID);
        assertThat(to.portNum()).isEqualTo(id.portNum());
    }

    @Behaviour(id = "CMM-01-RESOLVED", says = "an identifier that has resolved the address of the group joins it")
    public void joinsResolved(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.UDP, cm.at(PORT));
        id.createQp(CmFixture.qpRequest().build());

        MulticastGroup group = id.joinMulticast(GROUP, JoinFlag.FULLMEMBER);

        assertThat(cm.client().expect(CmEventType.MULTICAST_JOIN, id).group()).containsSame(group);
    }

    @Behaviour(
            id = "CMM-02",
            needs = Capability.WORK,
            says = "a member receives the datagrams of another identifier, and a former member does not")
    public void receives(CmFixture cm) {
        CmId member = cm.server().bound(PortSpace.UDP);
        member.createQp(CmFixture.qpRequest().build());
        MulticastGroup group = member.joinMulticast(GROUP, JoinFlag.FULLMEMBER);
        cm.server().expect(CmEventType.MULTICAST_JOIN, member);
        CmId sender = cm.client().bound(PortSpace.UDP);
        sender.createQp(CmFixture.qpRequest().build());
        sender.joinMulticast(GROUP, JoinFlag.SENDONLY_FULLMEMBER);
        UdParam to = cm.client().expect(CmEventType.MULTICAST_JOIN, sender).ud().orElseThrow();
        Endpoint near = CmPair.endpoint(cm, sender);
        Endpoint far = CmPair.endpoint(cm, member);
        AddressHandle address = sender.pd().orElseThrow().createAh(to.ahAttr());
        far.postRecv(1, 0, Endpoint.GRH + LENGTH);
        far.postRecv(2, 0, Endpoint.GRH + LENGTH);
        byte[] sent = near.memory().fill(0, LENGTH, 3);
        WorkRequest datagram =
                WorkRequest.send().id(3).data(near.memory(), 0, LENGTH).to(address, to.qpNum(), to.qkey());

        near.post(datagram);
        near.sends().success(3);
        assertThat(far.receives().success(1).isSuccess()).isTrue();
        assertThat(far.memory().bytes(Endpoint.GRH, LENGTH)).isEqualTo(sent);

        group.close();
        near.post(datagram);
        near.sends().success(3);
        far.receives().assertNone();
    }

    @Behaviour(
            id = "CMM-02-SENDONLY",
            needs = Capability.WORK,
            says = "an identifier that only sends to a group receives nothing from it")
    public void onlySends(CmFixture cm) {
        CmId sender = cm.client().bound(PortSpace.UDP);
        sender.createQp(CmFixture.qpRequest().build());
        MulticastGroup group = sender.joinMulticast(GROUP, JoinFlag.SENDONLY_FULLMEMBER);
        CmEvent event = cm.client().expect(CmEventType.MULTICAST_JOIN, sender);
        assertThat(group.joinFlag()).isEqualTo(JoinFlag.SENDONLY_FULLMEMBER);
        UdParam to = event.ud().orElseThrow();
        Endpoint near = CmPair.endpoint(cm, sender);
        near.postRecv(1, 0, Endpoint.GRH + LENGTH);

        near.post(WorkRequest.send()
                .id(2)
                .data(near.memory(), Endpoint.GRH + LENGTH, LENGTH)
                .to(sender.pd().orElseThrow().createAh(to.ahAttr()), to.qpNum(), to.qkey()));

        near.sends().success(2);
        near.receives().assertNone();
    }

    @Behaviour(id = "CMM-03", says = "an identifier leaves a group once, and can join again")
    public void leaves(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);
        id.createQp(CmFixture.qpRequest().build());
        MulticastGroup first = id.joinMulticast(GROUP, JoinFlag.FULLMEMBER);
        cm.client().expect(CmEventType.MULTICAST_JOIN, id);

        first.close();
        first.close();
        MulticastGroup second = id.joinMulticast(GROUP, JoinFlag.FULLMEMBER);

        assertThat(cm.client().expect(CmEventType.MULTICAST_JOIN, id).group()).containsSame(second);
        second.close();
        cm.client().assertNoEvent();
    }

    @Behaviour(id = "CMM-03-EARLY", says = "an identifier leaves a group before it takes the event of the join")
    public void leavesEarly(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);
        id.createQp(CmFixture.qpRequest().build());

        id.joinMulticast(GROUP, JoinFlag.FULLMEMBER).close();

        MulticastGroup other = id.joinMulticast(OTHER, JoinFlag.FULLMEMBER);
        assertThat(cm.client().expect(CmEventType.MULTICAST_JOIN, id).group()).containsSame(other);
    }

    @Behaviour(id = "CMM-04", says = "an identifier is a member of several groups")
    public void joinsSeveral(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);
        id.createQp(CmFixture.qpRequest().build());

        MulticastGroup first = id.joinMulticast(GROUP, JoinFlag.FULLMEMBER);
        MulticastGroup second = id.joinMulticast(OTHER, JoinFlag.FULLMEMBER);

        assertThat(cm.client().expect(CmEventType.MULTICAST_JOIN, id).group()).containsSame(first);
        assertThat(cm.client().expect(CmEventType.MULTICAST_JOIN, id).group()).containsSame(second);
        first.close();
        second.close();
    }

    @Behaviour(id = "CMM-05", says = "an identifier that is closed leaves its groups")
    public void leavesByClose(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);
        id.createQp(CmFixture.qpRequest().build());
        MulticastGroup group = id.joinMulticast(GROUP, JoinFlag.FULLMEMBER);
        cm.client().expect(CmEventType.MULTICAST_JOIN, id);

        id.close();
        group.close();

        assertRefused(() -> id.joinMulticast(GROUP, JoinFlag.FULLMEMBER)).asClosed();
    }

    @Behaviour(id = "CMM-06", says = "a join in the wrong state or port space fails with EINVAL")
    public void refusesState(CmFixture cm) {
        CmId idle = cm.client().id(PortSpace.UDP);
        CmId routed = cm.client().routed(PortSpace.UDP, cm.at(PORT));
        CmId listener = cm.client().listener(PortSpace.UDP);
        CmId connected = cm.client().bound(PortSpace.TCP);

        for (CmId id : List.of(idle, routed, listener, connected)) {
            assertRefused(() -> id.joinMulticast(GROUP, JoinFlag.FULLMEMBER)).withErrno(Errno.EINVAL);
        }
    }

    @Behaviour(id = "CMM-06-ZERO", says = "a join of the zero address fails with EINVAL")
    public void refusesZero(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);
        id.createQp(CmFixture.qpRequest().build());

        assertRefused(() -> id.joinMulticast(CmFixture.ip("0.0.0.0"), JoinFlag.FULLMEMBER))
                .withErrno(Errno.EINVAL);
        id.joinMulticast(GROUP, JoinFlag.FULLMEMBER);
        cm.client().expect(CmEventType.MULTICAST_JOIN, id);
    }
}
