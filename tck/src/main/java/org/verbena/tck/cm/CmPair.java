// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.WorkRequest;

/** Two connected identifiers with queue pairs. */
record CmPair(CmFixture cm, CmId listener, CmId active, CmId passive) {
    private static final int LENGTH = 100;

    /** Connects two identifiers with default parameters, and takes the events of the connection. */
    static CmPair of(CmFixture cm) {
        return of(cm, ConnParam.defaults(), ConnParam.defaults());
    }

    static CmPair of(CmFixture cm, ConnParam request, ConnParam answer) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener, request);
        CmId passive = cm.server().request(listener).id();
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(answer);
        cm.client().expect(CmEventType.ESTABLISHED, active);
        cm.server().expect(CmEventType.ESTABLISHED, passive);
        return new CmPair(cm, listener, active, passive);
    }

    Endpoint near() {
        return endpoint(cm, active);
    }

    Endpoint far() {
        return endpoint(cm, passive);
    }

    static Endpoint endpoint(CmFixture cm, CmId id) {
        return Endpoint.of(cm.device(), id.qp().orElseThrow());
    }

    /** Sends a message, for which the receiver has posted a receive of any length. */
    static void assertReceives(Endpoint sender, Endpoint receiver, long receive) {
        byte[] sent = sender.memory().fill(0, LENGTH, receive);
        sender.post(WorkRequest.send().id(receive).data(sender.memory(), 0, LENGTH));

        sender.sends().success(receive);
        assertThat(receiver.receives().success(receive).byteLen()).isEqualTo(LENGTH);
        assertThat(receiver.memory().bytes(0, LENGTH)).isEqualTo(sent);
    }

    /** Posts a receive for {@link #assertReceives}. */
    static void postRecv(Endpoint receiver, long wrId) {
        receiver.postRecv(wrId, 0, LENGTH);
    }

    /** Checks that both sides can send to each other. */
    void assertConnected() {
        Endpoint near = near();
        Endpoint far = far();
        postRecv(near, 1);
        postRecv(far, 2);
        assertReceives(near, far, 2);
        assertReceives(far, near, 1);
    }
}
