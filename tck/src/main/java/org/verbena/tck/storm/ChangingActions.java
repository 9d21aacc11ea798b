// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import static org.verbena.error.Errno.EBUSY;
import static org.verbena.error.Errno.EINVAL;
import static org.verbena.error.Errno.ENOMEM;
import static org.verbena.error.Errno.EOPNOTSUPP;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.MemoryRegion;
import org.verbena.MrReregAttr;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.WorkQueue;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.fixture.QpTransitions;
import org.verbena.tck.fixture.QpTransitions.Transition;

/** Actions that query, change and explain attributes. */
final class ChangingActions {
    private static final List<QpState> FORWARD = List.of(QpState.RESET, QpState.INIT, QpState.RTR, QpState.RTS);
    private static final List<QpState> BACK = List.of(QpState.RESET, QpState.ERR, QpState.SQD);
    private static final List<WqState> WQ_STATES = List.of(WqState.RESET, WqState.RDY, WqState.RDY, WqState.ERR);
    private static final List<Integer> SIZES = List.of(16, 32, 64, 128);

    private ChangingActions() {}

    static Stream<Action> actions() {
        return Stream.of(
                Action.of("query the device", ChangingActions::queryDevice),
                Action.of("query a queue pair", turn -> qp(turn).query()).mayGive(EOPNOTSUPP),
                Action.of("take a queue pair to RTS", ChangingActions::connect)
                        .weighing(40)
                        .mayGive(EINVAL, EOPNOTSUPP, EBUSY),
                Action.of("move a queue pair back", ChangingActions::moveBack).mayGive(EINVAL, EOPNOTSUPP, EBUSY),
                Action.of("read what a queue pair is", ChangingActions::readQp),
                Action.of("resize a completion queue", ChangingActions::resize)
                        .mayGive(EINVAL, EOPNOTSUPP, ENOMEM)
                        .meetingHolders(),
                Action.of("moderate a completion queue", turn -> turn.cq().moderate(new CqModeration(1, 1)))
                        .mayGive(EOPNOTSUPP),
                Action.of(
                        "query a shared receive queue",
                        turn -> turn.some(pool -> pool.srqs).query()),
                Action.of("arm a limit", ChangingActions::armLimit).mayGive(EINVAL, EOPNOTSUPP),
                Action.of("move a work queue", ChangingActions::moveWq)
                        .weighing(20)
                        .mayGive(EINVAL, EOPNOTSUPP, EBUSY),
                Action.of("register a region anew", ChangingActions::rereg).mayGive(EOPNOTSUPP, EINVAL, EBUSY),
                Action.of("write to a region", ChangingActions::write),
                Action.of("join a group", turn -> qp(turn).attachMcast(Fixture.GROUP, 0))
                        .mayGive(EINVAL, EOPNOTSUPP, ENOMEM),
                Action.of("leave a group", turn -> qp(turn).detachMcast(Fixture.GROUP, 0))
                        .mayGive(EINVAL, EOPNOTSUPP),
                Action.of("have a queue pair explained", ChangingActions::explainQp),
                Action.of("have a change explained", ChangingActions::explainChange),
                Action.of(
                        "have a resize explained",
                        turn -> turn.context().explain().resizeCq(turn.cq(), 64)));
    }

    /** Returns a queue pair of any kind. */
    static QueuePair qp(StormStep turn) {
        if (turn.oneIn(6)) {
            return turn.some(turn.oneIn(2) ? pool -> pool.targets : pool -> pool.rawQps);
        }
        return turn.some(pool -> pool.qps);
    }

    private static void queryDevice(StormStep turn) {
        turn.context().queryDevice();
        turn.context().queryPort(Fixture.PORT);
        turn.context().queryGidTable();
    }

    private static void readQp(StormStep turn) {
        QueuePair qp = qp(turn);
        qp.qpNum();
        qp.grantedCap();
        qp.toQpEx();
    }

    private static void connect(StormStep turn) {
        QueuePair qp = qp(turn);
        QpStateWalk walk = qp.qpType() == QpType.XRC_SEND
                ? walkToTarget(turn, qp)
                : turn.traits().walk(qp);
        if (!FORWARD.contains(qp.state())) {
            move(qp, walk, QpState.RESET);
        }
        for (QpState next : FORWARD.subList(1, FORWARD.size())) {
            if (FORWARD.indexOf(next) == FORWARD.indexOf(qp.state()) + 1) {
                move(qp, walk, next);
            }
        }
    }

    private static QpStateWalk walkToTarget(StormStep turn, QueuePair initiator) {
        long target = turn.some(pool -> pool.targets).qpNum();
        return turn.traits().walk(initiator).with(attr -> attr.destQpNum(target));
    }

    private static void moveBack(StormStep turn) {
        QueuePair qp = qp(turn);
        move(qp, turn.traits().walk(qp), turn.oneOf(BACK));
    }

    /** Moves a queue pair. Does nothing if another thread has moved it to a state without such a transition. */
    private static void move(QueuePair qp, QpStateWalk walk, QpState state) {
        Optional<Transition> way = QpTransitions.find(qp.qpType(), qp.state(), state);
        way.ifPresent(transition -> qp.modify(walk.attr(state, transition.required())));
    }

    private static void resize(StormStep turn) {
        turn.cq().resize(turn.oneOf(SIZES));
    }

    private static void armLimit(StormStep turn) {
        SharedReceiveQueue srq = turn.some(pool -> pool.srqs);
        srq.modify(new SrqAttr(0, 0, 4), Flags.of(SrqAttr.Mask.LIMIT));
    }

    private static void moveWq(StormStep turn) {
        WorkQueue wq = turn.some(pool -> pool.wqs);
        wq.modify(WqAttr.builder().wqState(turn.oneOf(WQ_STATES)).build());
    }

    private static void rereg(StormStep turn) {
        MemoryRegion mr = turn.some(pool -> pool.mrs);
        MrReregAttr.Builder request = MrReregAttr.builder();
        if (turn.oneIn(2)) {
            request.memory(ByteBuffer.allocateDirect(CreatingActions.LENGTH));
        } else {
            request.pd(turn.some(pool -> pool.pds));
        }
        mr.rereg(request.build());
    }

    /** Writes to the memory of a region. The memory lives as long as a view of it exists. */
    private static void write(StormStep turn) {
        turn.some(pool -> pool.mrs)
                .view(0, CreatingActions.LENGTH)
                .putLong(turn.random().nextInt(8) * Long.BYTES, 1);
    }

    private static void explainQp(StormStep turn) {
        CompletionQueue cq = turn.cq();
        QpInitAttr request = QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(8)
                .maxSendSge(1)
                .build();
        turn.context().explain().createQp(request);
        turn.context().explain().createCq(CqInitAttr.builder().cqe(8).build());
    }

    private static void explainChange(StormStep turn) {
        QueuePair qp = qp(turn);
        QpStateWalk walk = turn.traits().walk(qp);
        turn.context().explain().modifyQp(qp, walk.attr(QpState.ERR, List.of()));
    }
}
