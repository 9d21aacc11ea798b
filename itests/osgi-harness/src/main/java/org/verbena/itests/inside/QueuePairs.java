// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.QpType;

/** Creates the queue pairs of the tests in this bundle. */
final class QueuePairs {
    private QueuePairs() {}

    /** Creates a small RC queue pair with one completion queue for all its completions. */
    static QueuePair create(ProtectionDomain pd, CompletionQueue cq) {
        return pd.createQp(QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(4)
                .maxRecvWr(4)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build());
    }
}
