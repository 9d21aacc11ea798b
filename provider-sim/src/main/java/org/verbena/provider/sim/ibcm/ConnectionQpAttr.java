// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.util.Optional;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;

/**
 * The attributes of the queue pair of a connection: {@code ib_cm_init_qp_attr}.
 *
 * @param connection the connection
 * @param psn the first PSN that this side expects
 * @param flushAccess the rights to flush that the peer has if it may read
 */
public record ConnectionQpAttr(IbCmConnection connection, int psn, Flags<AccessFlag> flushAccess) {
    /**
     * Returns the attributes of a transition.
     *
     * @param state the target state
     * @return the attributes, empty if the state of the connection does not permit it
     */
    public Optional<QpAttr> to(QpState state) {
        return switch (state) {
            case INIT -> isKnown() || connection.awaitsRep() ? Optional.of(init()) : Optional.empty();
            case RTR -> isKnown() ? Optional.of(rtr()) : Optional.empty();
            case RTS -> isKnown() ? Optional.of(rts()) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Returns whether the terms of the peer are known, and the connection has not ended. */
    private boolean isKnown() {
        return switch (connection.state()) {
            case REQ_RCVD, MRA_REQ_SENT, REP_RCVD, MRA_REP_SENT, REP_SENT, MRA_REP_RCVD, ESTABLISHED -> true;
            default -> false;
        };
    }

    private QpAttr init() {
        Flags<AccessFlag> access = Flags.of(AccessFlag.REMOTE_WRITE);
        if (connection.terms().responderResources > 0) {
            long reading = AccessFlag.REMOTE_READ.mask() | AccessFlag.REMOTE_ATOMIC.mask();
            access = Flags.ofMask(AccessFlag.class, access.mask() | reading | flushAccess.mask());
        }
        return QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(connection.av().portNum())
                .qpAccessFlags(access)
                .build();
    }

    private QpAttr rtr() {
        Terms terms = connection.terms();
        return QpAttr.builder()
                .qpState(QpState.RTR)
                .ahAttr(connection.av().ahAttr())
                .pathMtuCode(connection.av().path().mtuCode())
                .destQpNum(terms.remoteQpn)
                .rqPsn(psn)
                .maxDestRdAtomic(terms.responderResources)
                .minRnrTimer(0)
                .build();
    }

    private QpAttr rts() {
        Terms terms = connection.terms();
        return QpAttr.builder()
                .qpState(QpState.RTS)
                .sqPsn(terms.sqPsn)
                .timeout(connection.ackTimeout())
                .retryCnt(terms.retryCount)
                .rnrRetry(terms.rnrRetryCount)
                .maxRdAtomic(terms.initiatorDepth)
                .build();
    }
}
