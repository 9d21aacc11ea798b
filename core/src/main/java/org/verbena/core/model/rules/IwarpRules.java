// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.verbena.attr.QpAttr.Mask.PORT;
import static org.verbena.attr.QpAttr.Mask.STATE;

import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;

/**
 * Rules of drivers that use iWARP and keep its states (IDLE, RTR, RTS, CLOSING, TERMINATE, ERROR) instead of those of
 * InfiniBand. Only the connection manager connects a queue pair. The drivers ignore transitions that their state
 * machine does not have.
 */
public final class IwarpRules {
    private static final Flags<AccessFlag> REPORTED_ACCESS =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);

    private IwarpRules() {}

    /**
     * Checks the only transition that both drivers reject: to RTS without a connection, with EINVAL. The drivers use no
     * state table and ignore other attributes.
     *
     * @param change the request
     * @param checks receives the violation
     * @param source the file and function of the driver
     */
    public static void modifyQp(QpChange change, Checklist checks, String source) {
        checks.from(source)
                .require(
                        !isIdle(change.now().qpState()) || change.next() != QpState.RTS,
                        "qp_state",
                        QpState.RTS,
                        "made by rdma_connect or rdma_accept",
                        "only the connection manager connects a queue pair");
    }

    /** Returns the attributes after a change: the state, and the port that the kernel's core keeps. */
    public static QpAttr applied(QpChange change) {
        QpAttr now = change.now();
        boolean moved = change.attr().attrMask().contains(PORT);
        QpState next = change.attr().attrMask().contains(STATE) ? next(now.qpState(), change.next()) : now.qpState();
        return now.toBuilder()
                .qpState(next)
                .curQpState(next)
                .portNum(moved ? change.attr().portNum() : now.portNum())
                .build();
    }

    /**
     * Returns the next state. INIT is IDLE, SQD is CLOSING and SQE is TERMINATE. Every state but ERROR leads to ERROR.
     */
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

    /**
     * Returns the attributes that a query reports: state, capabilities, the MTU of the network device, and constant
     * access flags.
     */
    public static QpAttr.Builder reported(QpQueryRequest request, Limits limits) {
        return QpAttr.builder()
                .cap(request.now().cap())
                .qpState(state(request.now()))
                .pathMtuCode(limits.reportInt("active_mtu"))
                .qpAccessFlags(REPORTED_ACCESS);
    }

    /** Returns the state by its InfiniBand name: an idle queue pair is in INIT. */
    public static QpState state(QpAttr now) {
        return isIdle(now.qpState()) ? QpState.INIT : now.qpState();
    }

    /**
     * Requires a region of at least one byte, at any address; otherwise fails with EINVAL.
     *
     * @param request the request
     * @param checks receives the violation
     * @param source the file and function of the driver
     */
    public static void regMr(MrRequest request, Checklist checks, String source) {
        checks.from(source)
                .require(request.length() != 0, "length", 0, "at least 1", "a memory region has at least one byte");
    }
}
