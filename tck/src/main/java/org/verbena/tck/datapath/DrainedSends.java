// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.util.List;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Events;
import org.verbena.tck.traffic.QpPair;

/** Work requests of a drained send queue: {@link QpState#SQD}. */
public final class DrainedSends implements DataPathBehaviours {
    private static final int RECV_LENGTH = 256;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC, Capability.SQD);
    }

    @Behaviour(
            id = "PST-13",
            says = "sends that are posted in SQD wait, and are sent in RTS, at the latest with the next post")
    public void sendsRest(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        byte[] sent = pair.requester().memory().fill(0, 100, 1);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        pair.responder().postRecv(2, RECV_LENGTH, RECV_LENGTH);
        pair.toRequester().step(QpState.SQD);

        pair.post(send().id(3).data(pair.requester().memory(), 0, 100));
        pair.responder().receives().assertNone();
        pair.requester().sends().assertNone();
        pair.toRequester().step(QpState.RTS);
        // rxe checks its send queue only at a post: rxe_qp_from_attr schedules nothing for RTS.
        pair.post(send().id(4));

        pair.requester().sends().success(3);
        pair.requester().sends().success(4);
        pair.responder().receives().success(1);
        pair.responder().receives().success(2);
        assertThat(pair.responder().memory().bytes(0, 100)).isEqualTo(sent);
    }

    @Behaviour(id = "PST-13-RECV", says = "a queue pair in SQD receives")
    public void receives(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        pair.toResponder().step(QpState.SQD);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
    }

    @Behaviour(
            id = "EV-05",
            says = "SQ_DRAINED reports that a send queue is drained, if en_sqd_async_notify requests it")
    public void reportsDrained(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);

        drain(pair);

        Events.of(fixture).await(AsyncEventType.SQ_DRAINED, pair.requester().qp());
    }

    @Behaviour(id = "EV-05-BUSY", says = "a send that waits for a receive completes before SQ_DRAINED is reported")
    public void finishesBeforeDrained(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Events events = Events.of(fixture);
        pair.post(send().id(2));

        drain(pair);
        events.assertNone();
        pair.responder().postRecv(1, 0, RECV_LENGTH);

        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
        events.await(AsyncEventType.SQ_DRAINED, pair.requester().qp());
    }

    private static void drain(QpPair pair) {
        pair.requester().qp().modify(pair.toRequester().attr(QpState.SQD, List.of(QpAttr.Mask.EN_SQD_ASYNC_NOTIFY)));
    }
}
