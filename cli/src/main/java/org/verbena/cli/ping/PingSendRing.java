// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.nio.ByteBuffer;
import org.verbena.AddressHandle;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.cli.text.CommandException;
import org.verbena.connect.Peer;

/**
 * The sends of one side. Each work request is written once, has a dedicated buffer, and is posted repeatedly. Two
 * requests of each round are signaled. Their completions cover the requests before them, because a send queue completes
 * in order.
 */
final class PingSendRing {
    private final QueuePair qp;
    private final CompletionQueue cq;
    private final PingEnd.Payload payload;
    private final SendBatch batch;
    private final ByteBuffer[] buffers;
    private final CompletionArray completions;
    private final int size;
    private long posted;
    private long done;

    PingSendRing(QueuePair qp, CompletionQueue cq, MemoryRegion region, PingPlan plan, PingEnd.Payload payload) {
        this.qp = qp;
        this.cq = cq;
        this.payload = payload;
        this.size = plan.size();
        this.buffers = new ByteBuffer[plan.depth()];
        this.completions = qp.context().newCompletionArray(buffers.length);
        this.batch = qp.context().newSendBatch(buffers.length, 1, plan.inline() ? size : 0);
        for (int slot = 0; slot < buffers.length; slot++) {
            SendWr wr = batch.add();
            if ((slot + 1) % (buffers.length / 2) == 0) {
                wr.signaled();
            }
            buffers[slot] = plan.inline() ? inline(wr) : gathered(wr, region, (long) slot * size);
        }
    }

    private ByteBuffer inline(SendWr wr) {
        return wr.inlineLength(size).inlineArea();
    }

    private ByteBuffer gathered(SendWr wr, MemoryRegion region, long offset) {
        if (size > 0) {
            wr.sge(region, offset, size);
        }
        return region.view(offset, size);
    }

    /** Addresses every message to a peer. Required for datagrams. */
    void address(ProtectionDomain pd, Peer peer) {
        AddressHandle address = pd.createAh(peer.address());
        for (int slot = 0; slot < buffers.length; slot++) {
            batch.get(slot).to(address, peer.endpoint().qpNum(), peer.endpoint().qkey());
        }
    }

    /** Returns whether the next message can be sent without overwriting an outstanding one. */
    boolean hasFreeSlot() {
        return posted - done < buffers.length;
    }

    void send(int number) {
        int slot = (int) (posted % buffers.length);
        buffers[slot].put(0, payload.of(number), 0, size);
        batch.get(slot).wrId(posted).sendImm(number);
        qp.postSend(batch, slot, slot + 1);
        posted++;
    }

    /** Polls for completions, without waiting. */
    void reap() {
        int count = cq.poll(completions);
        for (int i = 0; i < count; i++) {
            if (!completions.isSuccess(i)) {
                throw CommandException.of("send " + completions.wrId(i), completions, i);
            }
            done = completions.wrId(i) + 1;
        }
    }
}
