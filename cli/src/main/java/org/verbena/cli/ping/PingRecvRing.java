// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.nio.ByteBuffer;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.attr.CompletionFlag;
import org.verbena.cli.text.CommandException;

/** The receives of one side. Each receive is posted again after its message has been verified. */
final class PingRecvRing {
    /** The value for no message. Message numbers are not negative. */
    static final long NONE = -1;

    private final QueuePair qp;
    private final CompletionQueue cq;
    private final PingEnd.Payload payload;
    private final RecvBatch batch;
    private final ByteBuffer[] buffers;
    private final CompletionArray completions;
    private final int length;

    PingRecvRing(
            QueuePair qp, CompletionQueue cq, MemoryRegion region, long start, PingPlan plan, PingEnd.Payload payload) {
        this.qp = qp;
        this.cq = cq;
        this.payload = payload;
        this.length = plan.receiveLength();
        this.buffers = new ByteBuffer[plan.depth()];
        this.completions = qp.context().newCompletionArray(1);
        this.batch = qp.context().newRecvBatch(buffers.length, 1);
        for (int slot = 0; slot < buffers.length; slot++) {
            long offset = start + (long) slot * length;
            RecvWr wr = batch.add().wrId(slot);
            if (length > 0) {
                wr.sge(region, offset, length);
            }
            buffers[slot] = region.view(offset + length - plan.size(), plan.size());
        }
    }

    void postAll() {
        qp.postRecv(batch);
    }

    /**
     * Takes the next message, if one has arrived.
     *
     * @return the message number, or {@link #NONE}
     * @throws CommandException if the receive failed or the message differs from what was sent
     */
    long take() {
        if (cq.poll(completions) == 0) {
            return NONE;
        }
        if (!completions.isSuccess(0)) {
            throw CommandException.of("receive " + completions.wrId(0), completions, 0);
        }
        int slot = (int) completions.wrId(0);
        int number = completions.immData(0);
        verify(slot, number);
        qp.postRecv(batch, slot, slot + 1);
        return Integer.toUnsignedLong(number);
    }

    private void verify(int slot, int number) {
        if (!completions.has(0, CompletionFlag.WITH_IMM)) {
            throw new CommandException("a message has no immediate data, but verbena ping always sends it");
        }
        if (completions.byteLen(0) != length) {
            throw new CommandException("message " + Integer.toUnsignedString(number) + " has " + completions.byteLen(0)
                    + " bytes, expected " + length);
        }
        int mismatch = buffers[slot].mismatch(payload.of(number));
        if (mismatch >= 0) {
            throw new CommandException("message " + Integer.toUnsignedString(number)
                    + " differs from the sent message at byte " + mismatch);
        }
    }
}
