// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.util.Optional;
import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** Checks that an engine can serve a queue pair. */
final class AttachRules {
    private static final String NEEDS_ELEMENT =
            "data needs a scatter/gather element, even inline data; a queue without work requests needs none";

    private final QueuePair qp;

    AttachRules(QueuePair qp) {
        this.qp = qp;
    }

    void check(ProtectionDomain pd, CompletionQueue cq) {
        QpType type = qp.qpType();
        require(
                type == QpType.RC || type == QpType.UC || type == QpType.UD,
                "qp_type",
                type,
                "RC, UC or UD",
                "the engine supports only these types");
        require(
                qp.pd().equals(Optional.of(pd)),
                "pd",
                qp.pd(),
                "the protection domain of the engine",
                "the buffers of the engine belong to its protection domain");
        reportsTo(cq, "send_cq", qp.sendCq());
        reportsTo(cq, "recv_cq", qp.recvCq());
        require(qp.srq().isEmpty(), "srq", qp.srq(), "none", "the engine posts receives to the queue pair itself");
        QpCap cap = qp.grantedCap();
        require(cap.maxSendWr() == 0 || cap.maxSendSge() > 0, "max_send_sge", cap.maxSendSge(), "1..", NEEDS_ELEMENT);
        require(cap.maxRecvWr() == 0 || cap.maxRecvSge() > 0, "max_recv_sge", cap.maxRecvSge(), "1..", NEEDS_ELEMENT);
    }

    private void reportsTo(CompletionQueue cq, String attribute, Optional<CompletionQueue> reported) {
        require(
                reported.equals(Optional.of(cq)),
                attribute,
                reported,
                "the completion queue of the engine",
                "the engine polls only this queue");
    }

    /** Rejects the queue pair if a rule does not hold. */
    void require(boolean holds, String attribute, Object value, String limit, String rule) {
        if (!holds) {
            throw new InvalidRequestException(
                    "ibv_create_qp",
                    Errno.EINVAL,
                    "queue pair " + qp.qpNum(),
                    new Violation(attribute, String.valueOf(value), limit, rule, "org.verbena.async.ProgressEngine"));
        }
    }
}
