// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

/** Builds arguments for pairs of queue pairs and for changes of their states. */
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

    /** Added to the timeouts of connections between two devices: eight times as long, because processes take turns. */
    private static final int NETWORK_TIMEOUT = 3;

    private PairArguments() {}

    static void pair(StepBuilder builder) {
        StepValues values = builder.values();
        builder.set(StepField.QP_TYPE, values.oneOf(TYPES).value()).set(StepField.BUILDERS, values.below(2));
        if (values.oneIn(3)) {
            builder.pick(StepField.SEND_CQ);
        }
        if (values.oneIn(3)) {
            builder.pick(StepField.RECV_CQ);
        }
        shared(builder);
        if (values.oneIn(2)) {
            builder.set(StepField.SQ_SIG_ALL, 1);
        }
        if (values.oneIn(2)) {
            builder.set(StepField.MAX_INLINE_DATA, values.below(400));
        }
        if (builder.path() == WalkKind.POST) {
            if (values.oneIn(2)) {
                builder.set(StepField.MAX_SEND_WR, 1 + values.below(6)).set(StepField.MAX_RECV_WR, 1 + values.below(6));
            }
            return;
        }
        if (values.oneIn(2)) {
            builder.set(StepField.PATH_MTU, 1 + values.below(builder.device().greatestMtu()));
        }
        if (values.wildly(6)) {
            builder.set(
                    StepField.PEER_PATH_MTU, 1 + values.below(builder.device().greatestMtu()));
        }
        numbers(builder);
        timers(builder);
        if (values.oneIn(4)) {
            AccessFlag[] rights = {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};
            builder.set(StepField.QP_ACCESS_FLAGS, values.mask(rights, 2) | AccessFlag.LOCAL_WRITE.mask());
        }
        if (values.wildly(8)) {
            builder.set(
                    StepField.QP_STATE,
                    values.oneOf(List.of(QpState.INIT, QpState.RTR)).value());
        }
        if (values.wildly(8)) {
            builder.set(
                    StepField.PEER_QP_STATE,
                    values.oneOf(List.of(QpState.INIT, QpState.RTR)).value());
        }
    }

    /** Sets a shared receive queue that no other pair uses. If two pairs wait for a receive, either may get it. */
    private static void shared(StepBuilder builder) {
        Traffic traffic = builder.device().traffic();
        List<Integer> taken = traffic.open().stream()
                .flatMap(step -> traffic.connection(step).stream())
                .flatMap(connection -> connection.arguments().objects(StepField.SRQ).stream())
                .toList();
        List<Integer> free = builder.device().open(Kind.SRQ).stream()
                .filter(srq -> !taken.contains(srq))
                .toList();
        if (!free.isEmpty() && builder.values().oneIn(2)) {
            builder.name(StepField.SRQ, builder.values().oneOf(free));
        }
    }

    private static void numbers(StepBuilder builder) {
        StepValues values = builder.values();
        if (values.oneIn(3)) {
            if (values.wildly(3)) {
                // Stays far below 0xFFFFFF, the PSN that rdma_rxe acknowledges before it has executed a request
                // (duplicate_request). That acknowledgement completes requests in the upper half of the PSNs that never
                // arrived.
                int psn = MOST_DIFFERENCE + values.below(1 << (PSN_BITS - 2));
                int other = psn - MOST_DIFFERENCE + values.below(2 * MOST_DIFFERENCE + 1);
                builder.set(StepField.SQ_PSN, psn).set(StepField.RQ_PSN, other);
            } else {
                // Some start just below the wraparound of the PSN.
                builder.set(
                        StepField.SQ_PSN,
                        values.oneIn(2) ? (1 << PSN_BITS) - 1 - values.below(4) : values.below(1 << PSN_BITS));
            }
        }
    }

    private static void timers(StepBuilder builder) {
        StepValues values = builder.values();
        if (values.oneIn(2)) {
            builder.set(StepField.TIMEOUT, values.oneOf(TIMEOUTS))
                    .set(StepField.RETRY_CNT, values.wildly(8) ? ENDLESS : values.below(3));
        }
        if (values.oneIn(2)) {
            builder.set(StepField.RNR_RETRY, values.below(3)).set(StepField.MIN_RNR_TIMER, 1 + values.below(14));
        }
        if (values.oneIn(4)) {
            // The RNR timer is 40 ms, so that the model does not spend its time jumps on it before the timers of other
            // pairs expire. rdma_rxe keeps the ACK timer running during an RNR wait (update_state), and timing decides
            // whether it ends the wait. Hence no timeout.
            builder.set(StepField.RNR_RETRY, ENDLESS)
                    .set(StepField.MIN_RNR_TIMER, 24)
                    .set(StepField.TIMEOUT, 0);
        }
        if (builder.device().crossesNetwork()) {
            int timeout = PairAttributes.timeout(builder.arguments());
            builder.set(StepField.TIMEOUT, timeout == 0 ? 0 : timeout + NETWORK_TIMEOUT);
        }
        if (values.oneIn(2)) {
            builder.set(StepField.MAX_RD_ATOMIC, values.below(5)).set(StepField.MAX_DEST_RD_ATOMIC, values.below(5));
        }
    }

    /** Names an end of a pair, mostly the first end, and mostly of a pair that can send. */
    static void end(StepBuilder builder) {
        StepValues values = builder.values();
        Traffic traffic = builder.device().traffic();
        List<Integer> open = traffic.open();
        List<Integer> ready = open.stream()
                .filter(step -> traffic.connection(step)
                        .filter(connection ->
                                connection.ends().allMatch(end -> !end.qp().isClosed() && end.state() == QpState.RTS))
                        .isPresent())
                .toList();
        List<Integer> candidates = ready.isEmpty() || values.wildly(6) ? open : ready;
        builder.name(StepField.PAIR, values.oneOf(candidates));
        if (values.oneIn(4)) {
            builder.set(StepField.END, 1);
        }
    }

    static void modify(StepBuilder builder) {
        anyEnd(builder);
        StepValues values = builder.values();
        if (builder.path() == WalkKind.POST) {
            // Not to a working state: it depends on the device whether the other end accepts the PSNs of a new start.
            builder.set(
                    StepField.QP_STATE,
                    values.oneOf(List.of(QpState.ERR, QpState.RESET)).value());
            return;
        }
        builder.set(
                StepField.QP_STATE,
                values.oneOf(List.of(
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
    static void anyEnd(StepBuilder builder) {
        builder.name(
                        StepField.PAIR,
                        builder.values().oneOf(builder.device().traffic().open()))
                .set(StepField.END, builder.values().below(2));
    }
}
