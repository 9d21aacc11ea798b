package org.verbena.spi.model;

import static org.verbena.QpAttrMask.PORT;
import static org.verbena.QpAttrMask.STATE;

import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.QpAttr;
import org.verbena.QpState;

/**
 * Queue pairs of drivers that speak iWARP and keep its states (IDLE, RTR, RTS, CLOSING, TERMINATE, ERROR) instead of
 * InfiniBand's. Only the connection manager connects one, and moves that the machine does not know are ignored.
 */
final class IwarpRules {
    private static final Flags<AccessFlag> REPORTED_ACCESS =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);

    private IwarpRules() {}

    /** The one move that both refuse; no state table is asked, and other attributes do not matter. */
    static void modifyQp(QpChange change, Checklist checks, String source) {
        checks.from(source)
                .require(
                        !isIdle(change.now().qpState()) || change.next() != QpState.RTS,
                        "qp_state",
                        QpState.RTS,
                        "made by rdma_connect or rdma_accept",
                        "a queue pair gets its connection from the connection manager");
    }

    /** The attributes afterwards: the state, and the port that the kernel's core remembers. */
    static QpAttr applied(QpChange change) {
        QpAttr now = change.now();
        boolean moved = change.attr().attrMask().contains(PORT);
        QpState next = change.attr().attrMask().contains(STATE) ? next(now.qpState(), change.next()) : now.qpState();
        return ModifyQpRules.copy(now)
                .qpState(next)
                .curQpState(next)
                .portNum(moved ? change.attr().portNum() : now.portNum())
                .build();
    }

    /** INIT is IDLE, SQD is CLOSING and SQE is TERMINATE; every state but ERROR leads to ERROR. */
    private static QpState next(QpState from, QpState to) {
        boolean ends = to == QpState.SQD || to == QpState.SQE;
        boolean moves = switch (from) {
            case RESET, INIT -> to == QpState.ERR;
            case RTS -> ends || to == QpState.ERR;
            case SQD -> isIdle(to) || to == QpState.ERR;
            case SQE -> to == QpState.ERR;
            default -> false;
        };
        if (!moves) {
            return from;
        }
        return isIdle(to) ? QpState.INIT : to;
    }

    private static boolean isIdle(QpState state) {
        return state == QpState.RESET || state == QpState.INIT;
    }

    /** What a query reports: state and capabilities, the MTU of the network device, and always the same access. */
    static QpAttr.Builder reported(QpQueryRequest request, Limits limits) {
        return QpAttr.builder()
                .cap(request.now().cap())
                .qpState(state(request.now()))
                .pathMtuCode(limits.reportInt("active_mtu"))
                .qpAccessFlags(REPORTED_ACCESS);
    }

    /** The state with InfiniBand's name: a queue pair that is idle is in INIT. */
    static QpState state(QpAttr now) {
        return isIdle(now.qpState()) ? QpState.INIT : now.qpState();
    }

    /** A region of no bytes is refused wherever it is. */
    static void regMr(MrRequest request, Checklist checks, String source) {
        checks.from(source)
                .require(request.length() != 0, "length", 0, "at least 1", "a memory region has at least one byte");
    }
}
