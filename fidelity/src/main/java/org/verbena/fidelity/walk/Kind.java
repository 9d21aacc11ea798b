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
    PAIR(ConnectedQps.class);

    private final Class<? extends AutoCloseable> type;

    Kind(Class<? extends AutoCloseable> type) {
        this.type = type;
    }

    boolean isOf(Object object) {
        return type.isInstance(object);
    }
}
