package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

/** Drafts arguments for pairs of queue pairs and for changes of their states. */
final class PairArguments {
    private static final int PSN_BITS = 24;
    private static final int MOST_DIFFERENCE = 3;
    private static final int ENDLESS = 7;
    private static final List<QpType> TYPES =
            List.of(QpType.RC, QpType.RC, QpType.RC, QpType.RC, QpType.RC, QpType.UC, QpType.UD);

    /**
     * Local ACK timeouts: 14 is 67 ms, 13 is half of it, and 0 is infinite. Even an emulated processor answers faster.
     */
    private static final List<Integer> TIMEOUTS = List.of(14, 14, 14, 13, 0);

    private PairArguments() {}

    static void pair(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.set(StepField.QP_TYPE, dice.oneOf(TYPES).value()).set(StepField.BUILDERS, dice.below(2));
        if (dice.oneIn(3)) {
            draft.pick(StepField.SEND_CQ);
        }
        if (dice.oneIn(3)) {
            draft.pick(StepField.RECV_CQ);
        }
        shared(draft);
        if (dice.oneIn(2)) {
            draft.set(StepField.SQ_SIG_ALL, 1);
        }
        if (dice.oneIn(2)) {
            draft.set(StepField.MAX_INLINE_DATA, dice.below(400));
        }
        if (draft.path() == WalkPath.POST) {
            if (dice.oneIn(2)) {
                draft.set(StepField.MAX_SEND_WR, 1 + dice.below(6)).set(StepField.MAX_RECV_WR, 1 + dice.below(6));
            }
            return;
        }
        if (dice.oneIn(2)) {
            draft.set(StepField.PATH_MTU, 1 + dice.below(5));
        }
        if (dice.wildly(6)) {
            draft.set(StepField.PEER_PATH_MTU, 1 + dice.below(5));
        }
        numbers(draft);
        patience(draft);
        if (dice.oneIn(4)) {
            AccessFlag[] rights = {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};
            draft.set(StepField.QP_ACCESS_FLAGS, dice.mask(rights, 2) | AccessFlag.LOCAL_WRITE.mask());
        }
        if (dice.wildly(8)) {
            draft.set(
                    StepField.QP_STATE,
                    dice.oneOf(List.of(QpState.INIT, QpState.RTR)).value());
        }
        if (dice.wildly(8)) {
            draft.set(
                    StepField.PEER_QP_STATE,
                    dice.oneOf(List.of(QpState.INIT, QpState.RTR)).value());
        }
    }

    /** Sets a shared receive queue that no other pair uses. If two pairs wait for a receive, either may get it. */
    private static void shared(StepBuilder draft) {
        Traffic traffic = draft.side().traffic();
        List<Integer> taken = traffic.open().stream()
                .flatMap(step -> traffic.connection(step).stream())
                .flatMap(connection -> connection.arguments().objects(StepField.SRQ).stream())
                .toList();
        List<Integer> free = draft.side().open(Kind.SRQ).stream()
                .filter(srq -> !taken.contains(srq))
                .toList();
        if (!free.isEmpty() && draft.dice().oneIn(2)) {
            draft.name(StepField.SRQ, draft.dice().oneOf(free));
        }
    }

    private static void numbers(StepBuilder draft) {
        StepValues dice = draft.dice();
        if (dice.oneIn(3)) {
            if (dice.wildly(3)) {
                // Stays far below 0xFFFFFF, the PSN that rdma_rxe acknowledges before it has executed a request
                // (duplicate_request). That acknowledgement completes requests in the upper half of the PSNs that never
                // arrived.
                int psn = MOST_DIFFERENCE + dice.below(1 << (PSN_BITS - 2));
                int other = psn - MOST_DIFFERENCE + dice.below(2 * MOST_DIFFERENCE + 1);
                draft.set(StepField.SQ_PSN, psn).set(StepField.RQ_PSN, other);
            } else {
                // Some start just below the wraparound of the PSN.
                draft.set(
                        StepField.SQ_PSN, dice.oneIn(2) ? (1 << PSN_BITS) - 1 - dice.below(4) : dice.below(1 << PSN_BITS));
            }
        }
    }

    private static void patience(StepBuilder draft) {
        StepValues dice = draft.dice();
        if (dice.oneIn(2)) {
            draft.set(StepField.TIMEOUT, dice.oneOf(TIMEOUTS))
                    .set(StepField.RETRY_CNT, dice.wildly(8) ? ENDLESS : dice.below(3));
        }
        if (dice.oneIn(2)) {
            draft.set(StepField.RNR_RETRY, dice.below(3)).set(StepField.MIN_RNR_TIMER, 1 + dice.below(14));
        }
        if (dice.oneIn(4)) {
            // The RNR timer is 40 ms, so that the model does not spend its time jumps on it before the timers of other
            // pairs expire. rdma_rxe keeps the ACK timer running during an RNR wait (update_state), and timing decides
            // whether it ends the wait. Hence no timeout.
            draft.set(StepField.RNR_RETRY, ENDLESS).set(StepField.MIN_RNR_TIMER, 24).set(StepField.TIMEOUT, 0);
        }
        if (dice.oneIn(2)) {
            draft.set(StepField.MAX_RD_ATOMIC, dice.below(5)).set(StepField.MAX_DEST_RD_ATOMIC, dice.below(5));
        }
    }

    /** Names an end of a pair, mostly the first end, and mostly of a pair that can send. */
    static void end(StepBuilder draft) {
        StepValues dice = draft.dice();
        Traffic traffic = draft.side().traffic();
        List<Integer> open = traffic.open();
        List<Integer> ready = open.stream()
                .filter(step -> traffic.connection(step)
                        .filter(connection ->
                                connection.ends().allMatch(end -> !end.qp().isClosed() && end.state() == QpState.RTS))
                        .isPresent())
                .toList();
        List<Integer> candidates = ready.isEmpty() || dice.wildly(6) ? open : ready;
        draft.name(StepField.PAIR, dice.oneOf(candidates));
        if (dice.oneIn(4)) {
            draft.set(StepField.END, 1);
        }
    }

    static void modify(StepBuilder draft) {
        anyEnd(draft);
        StepValues dice = draft.dice();
        if (draft.path() == WalkPath.POST) {
            // Not to a working state: it depends on the device whether the other end accepts the PSNs of a new start.
            draft.set(
                    StepField.QP_STATE,
                    dice.oneOf(List.of(QpState.ERR, QpState.RESET)).value());
            return;
        }
        draft.set(
                StepField.QP_STATE,
                dice.oneOf(List.of(
                                QpState.ERR,
                                QpState.SQD,
                                QpState.SQD,
                                QpState.RTS,
                                QpState.RTS,
                                QpState.RTS,
                                QpState.RESET,
                                QpState.INIT,
                                QpState.RTR))
                        .value());
    }

    /** Names an end of any pair. */
    static void anyEnd(StepBuilder draft) {
        draft.name(StepField.PAIR, draft.dice().oneOf(draft.side().traffic().open()))
                .set(StepField.END, draft.dice().below(2));
    }
}
