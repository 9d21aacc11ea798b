// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.verbena.attr.QpState;
import org.verbena.attr.WcStatus;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.PortSpace;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.traffic.Endpoint;

/** The end of connections: {@code rdma_disconnect(3)}. */
public final class Disconnecting implements ConnectionBehaviours {
    @Behaviour(
            id = "CMD-01",
            says = "a disconnect of the active side ends the connection after the answer of the passive side")
    public void activeDisconnects(CmFixture cm) {
        CmPair pair = CmPair.of(cm);

        pair.active().disconnect();
        assertThat(pair.active().qp().orElseThrow().state()).isEqualTo(QpState.ERR);
        CmEvent event = cm.server().expect(CmEventType.DISCONNECTED, pair.passive());
        assertThat(event.status()).isZero();
        assertThat(event.conn()).isEmpty();
        assertThat(pair.passive().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        cm.client().assertNoEvent();

        pair.passive().disconnect();
        assertThat(pair.passive().qp().orElseThrow().state()).isEqualTo(QpState.ERR);
        assertThat(cm.client().expect(CmEventType.DISCONNECTED, pair.active()).status())
                .isZero();
    }

    @Behaviour(
            id = "CMD-02",
            says = "a disconnect of the passive side ends the connection after the answer of the active side")
    public void passiveDisconnects(CmFixture cm) {
        CmPair pair = CmPair.of(cm);

        pair.passive().disconnect();
        cm.client().expect(CmEventType.DISCONNECTED, pair.active());
        pair.active().disconnect();

        assertThat(cm.server().expect(CmEventType.DISCONNECTED, pair.passive()).status())
                .isZero();
    }

    @Behaviour(id = "CMD-03", says = "each side gets one DISCONNECTED if both disconnect at once")
    public void bothDisconnect(CmFixture cm) {
        CmPair pair = CmPair.of(cm);

        pair.active().disconnect();
        pair.passive().disconnect();

        cm.client().expect(CmEventType.DISCONNECTED, pair.active());
        cm.server().expect(CmEventType.DISCONNECTED, pair.passive());
        cm.client().assertNoEvent();
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CMD-04", says = "further disconnects succeed without an event")
    public void disconnectsTwice(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        pair.active().disconnect();
        cm.server().expect(CmEventType.DISCONNECTED, pair.passive());
        pair.active().disconnect();
        pair.passive().disconnect();
        cm.client().expect(CmEventType.DISCONNECTED, pair.active());

        pair.active().disconnect();
        pair.passive().disconnect();

        cm.client().assertNoEvent();
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CMD-05", says = "both sides report TIMEWAIT_EXIT after the end of the connection")
    public void leavesTimewait(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        pair.active().disconnect();
        cm.server().expect(CmEventType.DISCONNECTED, pair.passive());
        pair.passive().disconnect();
        cm.client().expect(CmEventType.DISCONNECTED, pair.active());

        for (CmEvent exit : List.of(
                cm.client().expect(CmEventType.TIMEWAIT_EXIT, pair.active()),
                cm.server().expect(CmEventType.TIMEWAIT_EXIT, pair.passive()))) {
            assertThat(exit.status()).isZero();
        }
        pair.active().disconnect();
        pair.passive().disconnect();
    }

    @Behaviour(id = "CMD-06", needs = Capability.WORK, says = "a disconnect flushes the receives of the queue pair")
    public void flushesReceives(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        Endpoint near = pair.near();
        CmPair.postRecv(near, 1);
        CmPair.postRecv(near, 2);

        pair.active().disconnect();

        near.receives().withStatus(1, WcStatus.WR_FLUSH_ERR);
        near.receives().withStatus(2, WcStatus.WR_FLUSH_ERR);
    }

    @Behaviour(id = "CMD-07", says = "a side that disconnects before it takes ESTABLISHED gets both events")
    public void disconnectsEarly(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().accepted(listener);
        cm.client().expect(CmEventType.ESTABLISHED, active);

        active.disconnect();

        cm.server().expect(CmEventType.ESTABLISHED, passive);
        cm.server().expect(CmEventType.DISCONNECTED, passive);
        passive.disconnect();
        cm.client().expect(CmEventType.DISCONNECTED, active);
    }

    @Behaviour(
            id = "CMD-08",
            needs = Capability.WORK,
            says = "two identifiers connect again after a disconnect, with new queue pairs")
    public void connectsAgain(CmFixture cm) {
        CmPair first = CmPair.of(cm);
        first.active().disconnect();
        cm.server().expect(CmEventType.DISCONNECTED, first.passive());
        first.passive().disconnect();
        cm.client().expect(CmEventType.DISCONNECTED, first.active());

        CmId active = cm.client().connecting(first.listener());
        CmId passive = cm.server().accepted(first.listener());
        cm.client().expect(CmEventType.ESTABLISHED, active);
        cm.server().expect(CmEventType.ESTABLISHED, passive);

        new CmPair(cm, first.listener(), active, passive).assertConnected();
    }
}
