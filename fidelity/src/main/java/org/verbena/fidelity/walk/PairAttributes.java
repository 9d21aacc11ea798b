// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.core.model.rules.QpStateTable;

/** The attributes of the two queue pairs of a step. The defaults produce a working connection. */
final class PairAttributes {
    /** The Q_Key of every datagram queue pair. */
    static final long QKEY = 0x1234_5678;

    /** The maximum number of elements of a work request in a walk. */
    static final int MOST_SGE = 3;

    private static final int DEFAULT_MTU = 3;
    private static final int DEFAULT_TIMEOUT = 14;
    private static final int DEFAULT_RETRIES = 1;
    private static final int DEFAULT_RNR_TIMER = 12;
    private static final int DEFAULT_READS = 1;
    private static final int DEFAULT_WR = 16;
    private static final long ALL_REMOTE = AccessFlag.LOCAL_WRITE.mask()
            | AccessFlag.REMOTE_WRITE.mask()
            | AccessFlag.REMOTE_READ.mask()
            | AccessFlag.REMOTE_ATOMIC.mask();
    private static final Flags<SendOp> DATAGRAM_OPS = Flags.of(SendOp.SEND, SendOp.SEND_WITH_IMM);
    private static final Flags<SendOp> UNRELIABLE_OPS =
            DATAGRAM_OPS.with(SendOp.RDMA_WRITE).with(SendOp.RDMA_WRITE_WITH_IMM);
    private static final Flags<SendOp> RELIABLE_OPS = UNRELIABLE_OPS
            .with(SendOp.SEND_WITH_INV)
            .with(SendOp.RDMA_READ)
            .with(SendOp.ATOMIC_CMP_AND_SWP)
            .with(SendOp.ATOMIC_FETCH_AND_ADD)
            .with(SendOp.LOCAL_INV)
            .with(SendOp.BIND_MW);
    private static final List<QpState> FORWARD = List.of(QpState.RESET, QpState.INIT, QpState.RTR, QpState.RTS);

    private PairAttributes() {}

    static QpType type(StepArguments arguments) {
        return arguments.has(StepField.QP_TYPE) ? QpType.of(arguments.integer(StepField.QP_TYPE)) : QpType.RC;
    }

    /** Returns the creation attributes of both queue pairs, without their queues and domain. */
    static QpInitAttr.Builder create(StepArguments arguments) {
        QpInitAttr.Builder attr = QpInitAttr.builder()
                .qpType(type(arguments))
                .maxSendWr(or(arguments, StepField.MAX_SEND_WR, DEFAULT_WR))
                .maxRecvWr(or(arguments, StepField.MAX_RECV_WR, DEFAULT_WR))
                .maxSendSge(MOST_SGE)
                .maxRecvSge(MOST_SGE)
                .maxInlineData(arguments.number(StepField.MAX_INLINE_DATA))
                .sqSigAll(arguments.number(StepField.SQ_SIG_ALL) != 0);
        if (arguments.number(StepField.BUILDERS) != 0) {
            attr.sendOpsFlags(builders(type(arguments)));
        }
        return attr;
    }

    /** Returns the builders that drivers support for a service. */
    static Flags<SendOp> builders(QpType type) {
        return switch (type) {
            case UD -> DATAGRAM_OPS;
            case UC -> UNRELIABLE_OPS;
            default -> RELIABLE_OPS;
        };
    }

    static int mtu(StepArguments arguments, int end) {
        int own = (int) or(arguments, StepField.PATH_MTU, DEFAULT_MTU);
        return end == 0 ? own : (int) or(arguments, StepField.PEER_PATH_MTU, own);
    }

    static int timeout(StepArguments arguments) {
        return (int) or(arguments, StepField.TIMEOUT, DEFAULT_TIMEOUT);
    }

    /** Takes a queue pair forward to a state through the states before it. Any other state is set in one call. */
    static void bring(ConnectedQps connection, int end, AhAttr peerAddress, QpState state) {
        QueuePair qp = connection.end(end).qp();
        QpState from = connection.end(end).state();
        int start = FORWARD.indexOf(from);
        int goal = FORWARD.indexOf(state);
        List<QpState> way = start >= 0 && goal > start ? FORWARD.subList(start + 1, goal + 1) : List.of(state);
        for (QpState next : way) {
            qp.modify(attr(connection, end, peerAddress, from, next));
            from = next;
        }
    }

    private static QpAttr attr(ConnectedQps connection, int end, AhAttr peerAddress, QpState from, QpState to) {
        StepArguments arguments = connection.arguments();
        Flags<QpAttr.Mask> mask = Flags.of(QpAttr.Mask.STATE);
        for (QpAttr.Mask attribute : QpStateTable.check(type(arguments).value(), from, to, mask)
                .missing()
                .known()) {
            mask = mask.with(attribute);
        }
        long sent = arguments.number(StepField.SQ_PSN);
        return QpAttr.builder()
                .qpState(to)
                .pathMtuCode(mtu(arguments, end))
                .qkey(QKEY)
                .rqPsn(end == 0 ? 0 : or(arguments, StepField.RQ_PSN, sent))
                .sqPsn(end == 0 ? sent : 0)
                .destQpNum(connection.peer(end).qp().qpNum())
                .qpAccessFlags(Flags.ofMask(AccessFlag.class, or(arguments, StepField.QP_ACCESS_FLAGS, ALL_REMOTE)))
                .pkeyIndex(0)
                .portNum(1)
                .maxRdAtomic((int) or(arguments, StepField.MAX_RD_ATOMIC, DEFAULT_READS))
                .maxDestRdAtomic((int) or(arguments, StepField.MAX_DEST_RD_ATOMIC, DEFAULT_READS))
                .minRnrTimer((int) or(arguments, StepField.MIN_RNR_TIMER, DEFAULT_RNR_TIMER))
                .timeout(timeout(arguments))
                .retryCnt((int) or(arguments, StepField.RETRY_CNT, DEFAULT_RETRIES))
                .rnrRetry((int) or(arguments, StepField.RNR_RETRY, DEFAULT_RETRIES))
                .ahAttr(peerAddress)
                .attrMask(mask)
                .build();
    }

    private static long or(StepArguments arguments, StepField field, long usual) {
        return arguments.has(field) ? arguments.number(field) : usual;
    }
}
