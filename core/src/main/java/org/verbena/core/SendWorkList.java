// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.SendBatch;
import org.verbena.spi.work.SendWrLayout;
import org.verbena.spi.work.SgeLayout;

/**
 * A send batch. One block of memory contains the work requests, the elements, the inline data and {@code bad_wr}, in
 * this order.
 */
final class SendWorkList extends WorkList<SendWorkRequest> implements SendBatch {
    private static final String VERB = "ibv_post_send";

    private final int maxSge;
    private final int maxInlineData;
    private final UncommonOpcodes special;

    private SendWorkList(
            ContextHandle context,
            BatchOwner owner,
            WorkMemory memory,
            SendWorkRequest[] places,
            int badWr,
            int maxSge,
            int inline,
            UncommonOpcodes special) {
        super(context, VERB, owner, memory, places, SendWrLayout.SIZE, badWr);
        this.maxSge = maxSge;
        this.maxInlineData = inline;
        this.special = special;
    }

    static SendWorkList allocate(ContextHandle context, int capacity, int maxSge, int maxInlineData) {
        WorkSizes.check("newSendBatch", context, capacity, maxSge, maxInlineData);
        // Inline data needs an element that refers to it.
        int sges = Math.max(maxSge, 1) * SgeLayout.SIZE;
        int inline = (maxInlineData + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        long each = (long) SendWrLayout.SIZE + sges + inline;
        WorkMemory memory = WorkMemory.allocate(context, "newSendBatch", capacity * each + Long.BYTES);
        int sgesAt = capacity * SendWrLayout.SIZE;
        int inlineAt = sgesAt + capacity * sges;
        UncommonOpcodes special = new UncommonOpcodes();
        BatchOwner owner = new BatchOwner("a send batch of " + context, VERB);
        SendWorkRequest[] places = new SendWorkRequest[capacity];
        for (int i = 0; i < capacity; i++) {
            places[i] = new SendWorkRequest(
                    context,
                    owner,
                    memory,
                    i * SendWrLayout.SIZE,
                    new SgeList(
                            context,
                            VERB,
                            memory,
                            sgesAt + i * sges,
                            i * SendWrLayout.SIZE + SendWrLayout.NUM_SGE,
                            maxSge),
                    inlineAt + i * inline,
                    maxInlineData,
                    special);
        }
        return new SendWorkList(
                context, owner, memory, places, inlineAt + capacity * inline, maxSge, maxInlineData, special);
    }

    /**
     * Returns the batch of a post, after a check that it belongs to the device context of the queue and that this
     * thread owns it.
     */
    static SendWorkList of(@Nullable SendBatch batch, Handle on) {
        RequestChecks.present(VERB, on, batch);
        if (batch instanceof SendWorkList list && list.belongsTo(on)) {
            list.requireOwner();
            return list;
        }
        throw foreign(VERB, on, Objects.requireNonNull(batch));
    }

    /** Returns whether the batch may contain work requests that a post must check individually. */
    boolean hasSpecial() {
        return special.isPresent();
    }

    /** Records the new keys of the windows that accepted work requests bind. */
    void noteBinds(int from, int to) {
        for (int i = from; i < to; i++) {
            place(i).noteBind();
        }
    }

    @Override
    public void clear() {
        super.clear();
        special.clear();
    }

    @Override
    public int maxSge() {
        return maxSge;
    }

    @Override
    public int maxInlineData() {
        return maxInlineData;
    }
}
