// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.RecvBatch;
import org.verbena.spi.work.RecvWrLayout;
import org.verbena.spi.work.SgeLayout;

/** A receive batch. One block of memory contains the work requests, the elements and {@code bad_wr}, in this order. */
final class RecvWorkList extends WorkList<RecvWorkRequest> implements RecvBatch {
    private static final String VERB = "ibv_post_recv";

    private final int maxSge;

    private RecvWorkList(
            ContextHandle context,
            BatchOwner owner,
            WorkMemory memory,
            RecvWorkRequest[] places,
            int badWr,
            int maxSge) {
        super(context, VERB, owner, memory, places, RecvWrLayout.SIZE, badWr);
        this.maxSge = maxSge;
    }

    static RecvWorkList allocate(ContextHandle context, int capacity, int maxSge) {
        WorkSizes.check("newRecvBatch", context, capacity, maxSge, 0);
        int sges = maxSge * SgeLayout.SIZE;
        long each = (long) RecvWrLayout.SIZE + sges;
        WorkMemory memory = WorkMemory.allocate(context, "newRecvBatch", capacity * each + Long.BYTES);
        int sgesAt = capacity * RecvWrLayout.SIZE;
        BatchOwner owner = new BatchOwner("a receive batch of " + context, VERB);
        RecvWorkRequest[] places = new RecvWorkRequest[capacity];
        for (int i = 0; i < capacity; i++) {
            int wr = i * RecvWrLayout.SIZE;
            places[i] = new RecvWorkRequest(
                    owner,
                    memory,
                    wr,
                    new SgeList(context, VERB, memory, sgesAt + i * sges, wr + RecvWrLayout.NUM_SGE, maxSge));
        }
        return new RecvWorkList(context, owner, memory, places, sgesAt + capacity * sges, maxSge);
    }

    /**
     * Returns the batch of a post, after a check that it belongs to the device context of the queue and that this
     * thread owns it.
     */
    static RecvWorkList of(String verb, @Nullable RecvBatch batch, Handle on) {
        RequestChecks.present(verb, on, batch);
        if (batch instanceof RecvWorkList list && list.belongsTo(on)) {
            list.requireOwner();
            return list;
        }
        throw foreign(verb, on, Objects.requireNonNull(batch));
    }

    @Override
    public int maxSge() {
        return maxSge;
    }
}
