package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;

/** A completion on its way to a queue. There is one for all: it is filled in and added, again and again. */
final class Completion {
    long wrId;
    int status;
    int opcode;
    int vendorErr;
    int byteLen;
    int immediate;
    int qpNum;
    int srcQp;
    int wcFlags;
    int slid;
    int sl;

    /** Whose slot is free again once the completion has been polled, where the driver does it so. */
    @Nullable
    WorkSlots slots;

    /** Up to which work request. */
    int slot;

    /** Begins anew; what only some completions have is cleared. */
    Completion begin(long id, int withStatus, int number) {
        wrId = id;
        status = withStatus;
        qpNum = number;
        opcode = 0;
        vendorErr = 0;
        byteLen = 0;
        immediate = 0;
        srcQp = 0;
        wcFlags = 0;
        slid = 0;
        sl = 0;
        slots = null;
        return this;
    }

    /** Says whose slot the polling frees. */
    Completion frees(WorkSlots whose, int upTo) {
        slots = whose;
        slot = upTo;
        return this;
    }
}
