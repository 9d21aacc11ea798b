// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.attr.WcStatus;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** The statuses of completions as numbers. */
final class WcStatuses {
    static final int SUCCESS = WcStatus.SUCCESS.value();
    static final int LENGTH = WcStatus.LOC_LEN_ERR.value();
    static final int OPERATION = WcStatus.LOC_QP_OP_ERR.value();
    static final int PROTECTION = WcStatus.LOC_PROT_ERR.value();
    static final int LOCAL_ACCESS = WcStatus.LOC_ACCESS_ERR.value();
    static final int FLUSHED = WcStatus.WR_FLUSH_ERR.value();
    static final int BIND = WcStatus.MW_BIND_ERR.value();
    static final int REMOTE_INVALID_REQUEST = WcStatus.REM_INV_REQ_ERR.value();
    static final int REMOTE_ACCESS = WcStatus.REM_ACCESS_ERR.value();
    static final int REMOTE_OPERATION = WcStatus.REM_OP_ERR.value();
    static final int RETRY_EXCEEDED = WcStatus.RETRY_EXC_ERR.value();
    static final int RNR_RETRY_EXCEEDED = WcStatus.RNR_RETRY_EXC_ERR.value();

    private WcStatuses() {}

    /** Returns the completion status of a request that a negative acknowledgement ends. */
    static int refused(int syndrome, SendWqe request, TransportQp qp) {
        if (WorkOpcode.isReadOrAtomic(request.opcode) && qp.has(DataPathTrait.REFUSED_READS_TIME_OUT)) {
            return RETRY_EXCEEDED;
        }
        return switch (syndrome) {
            case WireMessage.NAK_INVALID_REQUEST -> REMOTE_INVALID_REQUEST;
            case WireMessage.NAK_REMOTE_ACCESS -> REMOTE_ACCESS;
            default -> REMOTE_OPERATION;
        };
    }

    /** Returns the completion status of a request whose RNR retries are exhausted. */
    static int notReady(TransportQp qp) {
        return qp.has(DataPathTrait.REFUSED_READS_TIME_OUT) ? RETRY_EXCEEDED : RNR_RETRY_EXCEEDED;
    }
}
