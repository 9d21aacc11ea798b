// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.util.List;
import org.verbena.AddressHandle;
import org.verbena.attr.AhAttr;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpType;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/** Datagrams to multicast groups. */
public final class Groups implements DataPathBehaviours {
    /** The queue pair number of every multicast group: ibv_attach_mcast(3), IBA volume 1, 10.5.1. */
    private static final long GROUP_QPN = 0xFF_FFFF;

    private static final int RECV_LENGTH = 256;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.UD, Capability.MULTICAST);
    }

    private static QpPair members(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.UD);
        join(pair.requester());
        join(pair.responder());
        pair.requester().postRecv(1, 0, RECV_LENGTH);
        pair.responder().postRecv(2, 0, RECV_LENGTH);
        return pair;
    }

    static void join(Endpoint member) {
        member.qp().attachMcast(Fixture.GROUP, member.fixture().groupLid());
    }

    static WorkRequest toGroup(Fixture fixture, Endpoint sender) {
        AhAttr group = AhAttr.builder()
                .grh(GlobalRoute.to(Fixture.GROUP, fixture.gidIndex()))
                .dlid(fixture.groupLid())
                .portNum(Fixture.PORT)
                .build();
        AddressHandle address = sender.qp().pd().orElseThrow().createAh(group);
        return send().id(9).to(address, GROUP_QPN, QpStateWalk.QKEY).data(sender.memory(), 4096, 100);
    }

    @Behaviour(id = "MC-02", says = "every member of a group receives a message from a non-member exactly once")
    public void sendsToGroup(Fixture fixture) {
        QpPair pair = members(fixture);
        Endpoint outsider = QpPair.of(fixture, QpType.UD).requester();
        outsider.postRecv(3, 0, RECV_LENGTH);
        byte[] sent = outsider.memory().fill(4096, 100, 1);

        outsider.post(toGroup(fixture, outsider));

        outsider.sends().success(9);
        assertThat(pair.requester().receives().success(1).srcQp())
                .isEqualTo(outsider.qp().qpNum());
        pair.responder().receives().success(2);
        assertThat(pair.requester().memory().bytes(Endpoint.GRH, 100)).isEqualTo(sent);
        assertThat(pair.responder().memory().bytes(Endpoint.GRH, 100)).isEqualTo(sent);
        outsider.receives().assertNone();
        pair.responder().receives().assertNone();
    }

    @Behaviour(
            id = "MC-02-LEAVE",
            says = "a queue pair that has left the group receives nothing, and the other members still receive")
    public void leavesGroup(Fixture fixture) {
        QpPair pair = members(fixture);
        Endpoint outsider = QpPair.of(fixture, QpType.UD).requester();
        pair.requester().qp().detachMcast(Fixture.GROUP, fixture.groupLid());

        outsider.post(toGroup(fixture, outsider));

        outsider.sends().success(9);
        pair.responder().receives().success(2);
        pair.requester().receives().assertNone();
    }

    @Behaviour(id = "MC-02-TWICE", says = "a queue pair that joins twice receives each message once")
    public void joinsTwice(Fixture fixture) {
        QpPair pair = members(fixture);
        join(pair.responder());
        pair.responder().postRecv(4, 0, RECV_LENGTH);
        Endpoint outsider = QpPair.of(fixture, QpType.UD).requester();

        outsider.post(toGroup(fixture, outsider));

        pair.responder().receives().success(2);
        pair.responder().receives().assertNone();
    }
}
