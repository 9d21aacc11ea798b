package org.verbena.fidelity.walk;

import org.verbena.AddressHandle;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
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
    MR(MemoryRegion.class);

    /** How many objects of a kind a walk has at a time: enough for every relation, and no limit of a device is met. */
    static final int MOST = 40;

    private final Class<? extends VerbsObject> type;

    Kind(Class<? extends VerbsObject> type) {
        this.type = type;
    }

    boolean isOf(VerbsObject object) {
        return type.isInstance(object);
    }
}
