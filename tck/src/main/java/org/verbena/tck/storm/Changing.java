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
import org.verbena.tck.fixture.QpTransitions;
import org.verbena.tck.fixture.QpTransitions.Transition;
import org.verbena.tck.fixture.QpWalk;

/** Asking for attributes, changing them, and having them explained. */
final class Changing {
    private static final List<QpState> FORWARD = List.of(QpState.RESET, QpState.INIT, QpState.RTR, QpState.RTS);
    private static final List<QpState> BACK = List.of(QpState.RESET, QpState.ERR, QpState.SQD);
    private static final List<WqState> WQ_STATES = List.of(WqState.RESET, WqState.RDY, WqState.RDY, WqState.ERR);
    private static final List<Integer> SIZES = List.of(16, 32, 64, 128);

    private Changing() {}

    static Stream<Action> actions() {
        return Stream.of(
                Action.of("query the device", Changing::queryDevice),
                Action.of("query a queue pair", turn -> qp(turn).query()).mayGive(EOPNOTSUPP),
                Action.of("take a queue pair to RTS", Changing::connect)
                        .weighing(40)
                        .mayGive(EINVAL, EOPNOTSUPP, EBUSY),
                Action.of("move a queue pair back", Changing::moveBack).mayGive(EINVAL, EOPNOTSUPP, EBUSY),
                Action.of("read what a queue pair is", Changing::readQp),
                Action.of("resize a completion queue", Changing::resize)
                        .mayGive(EINVAL, EOPNOTSUPP, ENOMEM)
                        .meetingHolders(),
                Action.of("moderate a completion queue", turn -> turn.cq().moderate(new CqModeration(1, 1)))
                        .mayGive(EOPNOTSUPP),
                Action.of(
                        "query a shared receive queue",
                        turn -> turn.some(pool -> pool.srqs).query()),
                Action.of("arm a limit", Changing::armLimit).mayGive(EINVAL, EOPNOTSUPP),
                Action.of("move a work queue", Changing::moveWq).weighing(20).mayGive(EINVAL, EOPNOTSUPP, EBUSY),
                Action.of("register a region anew", Changing::rereg).mayGive(EOPNOTSUPP, EINVAL, EBUSY),
                Action.of("write to a region", Changing::write),
                Action.of("join a group", turn -> qp(turn).attachMcast(Fixture.GROUP, 0))
                        .mayGive(EINVAL, EOPNOTSUPP, ENOMEM),
                Action.of("leave a group", turn -> qp(turn).detachMcast(Fixture.GROUP, 0))
                        .mayGive(EINVAL, EOPNOTSUPP),
                Action.of("have a queue pair explained", Changing::explainQp),
                Action.of("have a change explained", Changing::explainChange),
                Action.of(
                        "have a resize explained",
                        turn -> turn.context().explain().resizeCq(turn.cq(), 64)));
    }

    /** A queue pair of any kind. */
    static QueuePair qp(Turn turn) {
        if (turn.oneIn(6)) {
            return turn.some(turn.oneIn(2) ? pool -> pool.targets : pool -> pool.rawQps);
        }
        return turn.some(pool -> pool.qps);
    }

    private static void queryDevice(Turn turn) {
        turn.context().queryDevice();
        turn.context().queryPort(Fixture.PORT);
        turn.context().queryGidTable();
    }

    private static void readQp(Turn turn) {
        QueuePair qp = qp(turn);
        qp.qpNum();
        qp.grantedCap();
        qp.toQpEx();
    }

    private static void connect(Turn turn) {
        QueuePair qp = qp(turn);
        QpWalk walk = qp.qpType() == QpType.XRC_SEND
                ? walkToTarget(turn, qp)
                : turn.terrain().walk(qp);
        if (!FORWARD.contains(qp.state())) {
            move(qp, walk, QpState.RESET);
        }
        for (QpState next : FORWARD.subList(1, FORWARD.size())) {
            if (FORWARD.indexOf(next) == FORWARD.indexOf(qp.state()) + 1) {
                move(qp, walk, next);
            }
        }
    }

    private static QpWalk walkToTarget(Turn turn, QueuePair initiator) {
        long target = turn.some(pool -> pool.targets).qpNum();
        return turn.terrain().walk(initiator).with(attr -> attr.destQpNum(target));
    }

    private static void moveBack(Turn turn) {
        QueuePair qp = qp(turn);
        move(qp, turn.terrain().walk(qp), turn.oneOf(BACK));
    }

    /** Does nothing where another thread has just moved it to where there is no way from. */
    private static void move(QueuePair qp, QpWalk walk, QpState state) {
        Optional<Transition> way = QpTransitions.find(qp.qpType(), qp.state(), state);
        way.ifPresent(transition -> qp.modify(walk.attr(state, transition.required())));
    }

    private static void resize(Turn turn) {
        turn.cq().resize(turn.oneOf(SIZES));
    }

    private static void armLimit(Turn turn) {
        SharedReceiveQueue srq = turn.some(pool -> pool.srqs);
        srq.modify(new SrqAttr(0, 0, 4), Flags.of(SrqAttr.Mask.LIMIT));
    }

    private static void moveWq(Turn turn) {
        WorkQueue wq = turn.some(pool -> pool.wqs);
        wq.modify(WqAttr.builder().wqState(turn.oneOf(WQ_STATES)).build());
    }

    private static void rereg(Turn turn) {
        MemoryRegion mr = turn.some(pool -> pool.mrs);
        MrReregAttr.Builder request = MrReregAttr.builder();
        if (turn.oneIn(2)) {
            request.memory(ByteBuffer.allocateDirect(Creating.LENGTH));
        } else {
            request.pd(turn.some(pool -> pool.pds));
        }
        mr.rereg(request.build());
    }

    /** Its memory stays as long as there is a view of it. */
    private static void write(Turn turn) {
        turn.some(pool -> pool.mrs)
                .view(0, Creating.LENGTH)
                .putLong(turn.random().nextInt(8) * Long.BYTES, 1);
    }

    private static void explainQp(Turn turn) {
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

    private static void explainChange(Turn turn) {
        QueuePair qp = qp(turn);
        QpWalk walk = turn.terrain().walk(qp);
        turn.context().explain().modifyQp(qp, walk.attr(QpState.ERR, List.of()));
    }
}
