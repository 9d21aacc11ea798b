// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.verbena.Completion;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/** Work requests that are posted in each state, and work requests that are outstanding during a state change. */
public final class PostingByState implements DataPathBehaviours {
    private static final int RECV_LENGTH = 256;
    private static final List<QpState> BEFORE_RTS = List.of(QpState.RESET, QpState.INIT, QpState.RTR);

    private static QpPair unconnected(Fixture fixture, QpType type) {
        return QpPair.unconnected(fixture, type, UnaryOperator.identity(), UnaryOperator.identity());
    }

    // ---------------------------------------------------------------- before RTS

    @Behaviour(
            id = "PST-01",
            types = {RC, UC, UD},
            says = "a send that is posted in RESET, INIT or RTR fails, or is not sent in that state")
    public void sendBeforeRts(Fixture fixture, QpType type) {
        for (QpState state : BEFORE_RTS) {
            QpPair pair = unconnected(fixture, type);
            pair.toResponder().to(QpState.RTS);
            pair.responder().postRecv(1, 0, RECV_LENGTH);
            pair.toRequester().to(state);
            try {
                pair.post(send().id(2));
            } catch (PostException e) {
                // rxe and mlx5 reject the post. mlx4's library leaves it to the adapter. The manual page does not
                // define the error.
                assertThat(e.errno()).as("in %s", state).isIn(Errno.EINVAL, Errno.ENOMEM);
                assertThat(e.badWr()).as("in %s", state).isZero();
            }
            pair.responder().receives().assertNone();
            pair.requester().sends().assertNone();
        }
    }

    @Behaviour(
            id = "PST-01-WR",
            types = {RC, UC, UD},
            needs = Capability.SEND_OPS,
            says = "a list of send builders in RESET, INIT or RTR fails with EINVAL, or is not sent in that state")
    public void buildersBeforeRts(Fixture fixture, QpType type) {
        for (QpState state : BEFORE_RTS) {
            QpPair pair = QpPair.unconnected(
                    fixture, type, request -> request.builders(SendOp.SEND), UnaryOperator.identity());
            pair.toResponder().to(QpState.RTS);
            pair.responder().postRecv(1, 0, RECV_LENGTH);
            pair.toRequester().to(state);
            try {
                pair.post(send().id(2));
            } catch (VerbsException e) {
                assertThat(e.errno()).as("in %s", state).isEqualTo(Errno.EINVAL);
            }
            pair.responder().receives().assertNone();
            pair.requester().sends().assertNone();
        }
    }

    @Behaviour(
            id = "PST-02",
            types = {RC, UC, UD},
            says = "a receive that is posted in RESET fails, or is kept")
    public void receiveInReset(Fixture fixture, QpType type) {
        Endpoint endpoint = unconnected(fixture, type).responder();
        try {
            endpoint.postRecv(1, 0, RECV_LENGTH);
        } catch (PostException e) {
            assertThat(e.errno()).isIn(Errno.EINVAL, Errno.ENOMEM);
            assertThat(e.badWr()).isZero();
        }
        endpoint.receives().assertNone();
    }

    @Behaviour(
            id = "PST-02-EARLY",
            types = {RC, UC, UD},
            says = "receives that are posted in INIT and RTR are used later, in order")
    public void receiveBeforeRts(Fixture fixture, QpType type) {
        QpPair pair = unconnected(fixture, type);
        pair.toResponder().to(QpState.INIT);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        pair.toResponder().step(QpState.RTR);
        pair.responder().postRecv(2, 0, RECV_LENGTH);
        pair.toResponder().step(QpState.RTS);
        pair.responder().postRecv(3, 0, RECV_LENGTH);
        pair.toRequester().to(QpState.RTS);

        pair.post(send().id(4), send().id(5), send().id(6));

        IntStream.rangeClosed(1, 3).forEach(pair.responder().receives()::success);
    }

    // ---------------------------------------------------------------- in ERR

    @Behaviour(
            id = "PST-03",
            types = {RC, UC, UD},
            says = "a send that is posted in ERR completes with WR_FLUSH_ERR, signaled or unsignaled")
    public void sendInError(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        pair.requester().fail();

        pair.post(send().id(2), send().id(3).unsignaled());

        pair.requester().sends().withStatus(2, WcStatus.WR_FLUSH_ERR);
        pair.requester().sends().withStatus(3, WcStatus.WR_FLUSH_ERR);
    }

    @Behaviour(
            id = "PST-03-RECV",
            types = {RC, UC, UD},
            says = "a receive that is posted after the flush of the others completes with WR_FLUSH_ERR")
    public void receiveInError(Fixture fixture, QpType type) {
        Endpoint endpoint = QpPair.of(fixture, type).responder();
        failAndAwaitFlush(endpoint);

        endpoint.postRecv(2, 0, RECV_LENGTH);

        endpoint.receives().withStatus(2, WcStatus.WR_FLUSH_ERR);
    }

    @Behaviour(
            id = "PST-03-RECV-SEND",
            types = {RC, UC, UD},
            says =
                    "a receive that is posted in ERR completes with WR_FLUSH_ERR, at the latest together with a later send")
    public void receiveInErrorBeforeSend(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        failAndAwaitFlush(pair.requester());

        pair.requester().postRecv(2, 0, RECV_LENGTH);
        pair.post(send().id(3));

        pair.requester().sends().withStatus(3, WcStatus.WR_FLUSH_ERR);
        pair.requester().receives().withStatus(2, WcStatus.WR_FLUSH_ERR);
    }

    /**
     * Moves the queue pair to ERR and waits until its receives are flushed. Some devices flush them after
     * {@code ibv_modify_qp(3)} has returned, and would also flush a receive that is posted in the meantime.
     */
    private static void failAndAwaitFlush(Endpoint endpoint) {
        endpoint.postRecv(1, 0, RECV_LENGTH);
        endpoint.fail();
        endpoint.receives().withStatus(1, WcStatus.WR_FLUSH_ERR);
        endpoint.receives().assertNone();
    }

    @Behaviour(
            id = "PST-03-THREADS",
            types = {RC, UC, UD},
            says = "several threads post in ERR, and every work request completes with WR_FLUSH_ERR")
    public void sendInErrorTogether(Fixture fixture, QpType type) throws Exception {
        QpPair pair = QpPair.of(fixture, type);
        pair.requester().fail();

        Threads.together(4, () -> {
            pair.post(send().id(1), send().id(2), send().id(3), send().id(4));
            return true;
        });

        assertThat(pair.requester().sends().next(16))
                .extracting(Completion::status)
                .containsOnly(WcStatus.WR_FLUSH_ERR);
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-04",
            types = {RC, UC, UD},
            says = "the change to ERR flushes all receives, in order")
    public void flushesReceives(Fixture fixture, QpType type) {
        Endpoint endpoint = QpPair.of(fixture, type).responder();
        IntStream.range(0, 10).forEach(i -> endpoint.postRecv(i, 0, RECV_LENGTH));

        endpoint.fail();

        IntStream.range(0, 10).forEach(i -> endpoint.receives().withStatus(i, WcStatus.WR_FLUSH_ERR));
        endpoint.receives().assertNone();
    }

    @Behaviour(
            id = "PST-04-SEND",
            needs = Capability.RC,
            says = "the change to ERR flushes all outstanding sends, signaled and unsignaled, in order")
    public void flushesSends(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.post(
                IntStream.range(0, 10).mapToObj(i -> send().id(i).unsignaled()).toList());

        pair.requester().fail();

        IntStream.range(0, 10).forEach(i -> pair.requester().sends().withStatus(i, WcStatus.WR_FLUSH_ERR));
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-04-CAUSE",
            needs = Capability.RC,
            says = "the failed work request completes first, with its status; the later ones are flushed")
    public void reportsCauseFirst(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory here = pair.requester().memory();
        Memory there = pair.responder().memory();

        pair.post(
                write(there.address(0), there.rkey()).id(3).data(here, 0, 16),
                write(there.address(-16), there.rkey()).id(4).data(here, 0, 16),
                write(there.address(0), there.rkey()).id(5).data(here, 0, 16));

        pair.requester().sends().success(3);
        pair.requester().sends().withStatus(4, WcStatus.REM_ACCESS_ERR);
        pair.requester().sends().withStatus(5, WcStatus.WR_FLUSH_ERR);
    }

    @Behaviour(
            id = "PST-04-QUERY",
            needs = {Capability.RC, Capability.QUERY_QP},
            says = "after an error, a query of either side returns ERR for qp_state and for cur_qp_state")
    public void queriesError(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory there = pair.responder().memory();

        pair.post(write(there.address(-16), there.rkey())
                .id(2)
                .data(pair.requester().memory(), 0, 16));
        pair.requester().sends().withStatus(2, WcStatus.REM_ACCESS_ERR);

        for (Endpoint endpoint : List.of(pair.requester(), pair.responder())) {
            endpoint.awaitState(QpState.ERR);
            QpAttr attr = endpoint.qp()
                    .query(Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.CUR_STATE))
                    .attr();
            assertThat(attr.qpState()).isEqualTo(QpState.ERR);
            assertThat(attr.curQpState()).isEqualTo(QpState.ERR);
        }
    }

    @Behaviour(
            id = "QPM-10-USED",
            types = {RC, UC, UD},
            says = "a failed queue pair is usable again after RESET, without the earlier work requests")
    public void isUsedAgain(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        pair.responder().postRecv(1, 0, RECV_LENGTH);
        pair.responder().fail();
        pair.requester().fail();
        pair.responder().receives().withStatus(1, WcStatus.WR_FLUSH_ERR);

        pair.toResponder().to(QpState.RTS);
        pair.toRequester().to(QpState.RTS);
        pair.responder().postRecv(2, 0, RECV_LENGTH);
        pair.post(send().id(3));

        pair.responder().receives().success(2);
        pair.requester().sends().success(3);
    }

    @Behaviour(
            id = "QPM-10-FORGETS",
            types = {RC, UC, UD},
            says = "the change to RESET drops all posted work requests, without completions")
    public void resetForgets(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type);
        pair.responder().postRecv(1, 0, RECV_LENGTH);

        pair.toResponder().to(QpState.RTS);
        pair.toRequester().to(QpState.RTS);
        pair.responder().postRecv(2, 0, RECV_LENGTH);
        pair.post(send().id(3));

        pair.responder().receives().success(2);
    }
}
