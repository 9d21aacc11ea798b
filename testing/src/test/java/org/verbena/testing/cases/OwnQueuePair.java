// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing.cases;

import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.provider.sim.SimFaults;

/** An application that does not poll its completions. */
final class OwnQueuePair {
    private OwnQueuePair() {}

    /** Posts two receives, and injects a fault that flushes them. */
    static void flush(ProtectionDomain pd, CompletionQueue cq, SimFaults faults) {
        QueuePair qp = pd.createQp(QpInitAttr.builder()
                .sendCq(cq)
                .recvCq(cq)
                .maxRecvWr(2)
                .maxRecvSge(1)
                .build());
        qp.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qpAccessFlags(Flags.none(AccessFlag.class))
                .build());
        RecvBatch receives = pd.context().newRecvBatch(2);
        receives.add().wrId(1).noData();
        receives.add().wrId(2).noData();
        qp.postRecv(receives);
        faults.failQueuePair(pd.context().device().name(), qp.qpNum());
    }
}
