package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.AccessFlag;
import org.verbena.QpState;
import org.verbena.QpType;

/** Ideas for pairs of queue pairs, and for changes of their states. */
final class PairDrafts {
    private static final int PSN_BITS = 24;
    private static final int MOST_DIFFERENCE = 3;
    private static final int ENDLESS = 7;
    private static final List<QpType> TYPES =
            List.of(QpType.RC, QpType.RC, QpType.RC, QpType.RC, QpType.RC, QpType.UC, QpType.UD);

    /** 67 milliseconds, and half of it: what an emulated processor does not need for an answer. */
    private static final List<Integer> TIMEOUTS = List.of(14, 14, 14, 13, 0);

    private PairDrafts() {}

    static void pair(Draft draft) {
        Dice dice = draft.dice();
        draft.set(Field.QP_TYPE, dice.oneOf(TYPES).value()).set(Field.BUILDERS, dice.below(2));
        if (dice.oneIn(3)) {
            draft.pick(Field.SEND_CQ);
        }
        if (dice.oneIn(3)) {
            draft.pick(Field.RECV_CQ);
        }
        shared(draft);
        if (dice.oneIn(2)) {
            draft.set(Field.SQ_SIG_ALL, 1);
        }
        if (dice.oneIn(2)) {
            draft.set(Field.MAX_INLINE_DATA, dice.below(400));
        }
        if (draft.path() == WalkPath.POST) {
            if (dice.oneIn(2)) {
                draft.set(Field.MAX_SEND_WR, 1 + dice.below(6)).set(Field.MAX_RECV_WR, 1 + dice.below(6));
            }
            return;
        }
        if (dice.oneIn(2)) {
            draft.set(Field.PATH_MTU, 1 + dice.below(5));
        }
        if (dice.wildly(6)) {
            draft.set(Field.PEER_PATH_MTU, 1 + dice.below(5));
        }
        numbers(draft);
        patience(draft);
        if (dice.oneIn(4)) {
            AccessFlag[] rights = {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};
            draft.set(Field.QP_ACCESS_FLAGS, dice.mask(rights, 2) | AccessFlag.LOCAL_WRITE.mask());
        }
        if (dice.wildly(8)) {
            draft.set(
                    Field.QP_STATE,
                    dice.oneOf(List.of(QpState.INIT, QpState.RTR)).value());
        }
        if (dice.wildly(8)) {
            draft.set(
                    Field.PEER_QP_STATE,
                    dice.oneOf(List.of(QpState.INIT, QpState.RTR)).value());
        }
    }

    /** A queue that no other pair receives from: of two that wait for a receive either may get it. */
    private static void shared(Draft draft) {
        Traffic traffic = draft.side().traffic();
        List<Integer> taken = traffic.open().stream()
                .flatMap(step -> traffic.connection(step).stream())
                .flatMap(connection -> connection.arguments().objects(Field.SRQ).stream())
                .toList();
        List<Integer> free = draft.side().open(Kind.SRQ).stream()
                .filter(srq -> !taken.contains(srq))
                .toList();
        if (!free.isEmpty() && draft.dice().oneIn(2)) {
            draft.name(Field.SRQ, draft.dice().oneOf(free));
        }
    }

    private static void numbers(Draft draft) {
        Dice dice = draft.dice();
        if (dice.oneIn(3)) {
            if (dice.wildly(3)) {
                // Far below the number that rdma_rxe acknowledges before it has executed a request (duplicate_request):
                // all
                // ones, which completes requests in the upper half of the numbers that never arrived.
                int psn = MOST_DIFFERENCE + dice.below(1 << (PSN_BITS - 2));
                int other = psn - MOST_DIFFERENCE + dice.below(2 * MOST_DIFFERENCE + 1);
                draft.set(Field.SQ_PSN, psn).set(Field.RQ_PSN, other);
            } else {
                // Some begin where the numbers end.
                draft.set(
                        Field.SQ_PSN, dice.oneIn(2) ? (1 << PSN_BITS) - 1 - dice.below(4) : dice.below(1 << PSN_BITS));
            }
        }
    }

    private static void patience(Draft draft) {
        Dice dice = draft.dice();
        if (dice.oneIn(2)) {
            draft.set(Field.TIMEOUT, dice.oneOf(TIMEOUTS))
                    .set(Field.RETRY_CNT, dice.wildly(8) ? ENDLESS : dice.below(3));
        }
        if (dice.oneIn(2)) {
            draft.set(Field.RNR_RETRY, dice.below(3)).set(Field.MIN_RNR_TIMER, 1 + dice.below(14));
        }
        if (dice.oneIn(4)) {
            // Forty milliseconds, so that the model does not spend its jumps on it before the timers of other pairs
            // expire.
            // The other timer goes on meanwhile on rdma_rxe (update_state), and it is a matter of time whether it ends
            // the
            // wait.
            draft.set(Field.RNR_RETRY, ENDLESS).set(Field.MIN_RNR_TIMER, 24).set(Field.TIMEOUT, 0);
        }
        if (dice.oneIn(2)) {
            draft.set(Field.MAX_RD_ATOMIC, dice.below(5)).set(Field.MAX_DEST_RD_ATOMIC, dice.below(5));
        }
    }

    /** An end of a pair, mostly the first, and mostly of one that can send. */
    static void end(Draft draft) {
        Dice dice = draft.dice();
        Traffic traffic = draft.side().traffic();
        List<Integer> open = traffic.open();
        List<Integer> ready = open.stream()
                .filter(step -> traffic.connection(step)
                        .filter(connection ->
                                connection.ends().allMatch(end -> !end.qp().isClosed() && end.state() == QpState.RTS))
                        .isPresent())
                .toList();
        List<Integer> candidates = ready.isEmpty() || dice.wildly(6) ? open : ready;
        draft.name(Field.PAIR, dice.oneOf(candidates));
        if (dice.oneIn(4)) {
            draft.set(Field.END, 1);
        }
    }

    static void modify(Draft draft) {
        anyEnd(draft);
        Dice dice = draft.dice();
        if (draft.path() == WalkPath.POST) {
            // Not up again: whether the other end takes the numbers of a new start is a matter of the device.
            draft.set(
                    Field.QP_STATE,
                    dice.oneOf(List.of(QpState.ERR, QpState.RESET)).value());
            return;
        }
        draft.set(
                Field.QP_STATE,
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

    /** An end of any pair. */
    static void anyEnd(Draft draft) {
        draft.name(Field.PAIR, draft.dice().oneOf(draft.side().traffic().open()))
                .set(Field.END, draft.dice().below(2));
    }
}
