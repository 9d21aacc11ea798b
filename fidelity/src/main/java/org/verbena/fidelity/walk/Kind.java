// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.verbena.AddressHandle;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.SharedReceiveQueue;
import org.verbena.WorkQueue;
import org.verbena.XrcDomain;
import org.verbena.cm.CmId;
import org.verbena.cm.EventChannel;
import org.verbena.cm.MulticastGroup;

/** The kinds of objects that steps create and refer to. */
enum Kind {
    PD(ProtectionDomain.class),
    XRCD(XrcDomain.class),
    COMP_CHANNEL(CompletionChannel.class),
    CQ(CompletionQueue.class),
    SRQ(SharedReceiveQueue.class),
    QP(QueuePair.class),
    WQ(WorkQueue.class),
    RWQ_IND_TABLE(RwqIndTable.class),
    AH(AddressHandle.class),
    MR(MemoryRegion.class),
    MW(MemoryWindow.class),
    /** Two connected queue pairs. */
    PAIR(ConnectedQps.class),
    EVENT_CHANNEL(EventChannel.class),
    /** An identifier that a step created, or that of the request that a step has sent. */
    CM_ID(CmId.class),
    MULTICAST(MulticastGroup.class);

    private final Class<? extends AutoCloseable> type;

    Kind(Class<? extends AutoCloseable> type) {
        this.type = type;
    }

    /** Returns whether connection management has objects of this kind. */
    boolean isOfCm() {
        return this == EVENT_CHANNEL || this == CM_ID || this == MULTICAST;
    }

    boolean isOf(Object object) {
        return type.isInstance(object);
    }
}
