// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.spi.model.DataPathTrait;

/** A source of receives for responders: the queue of a queue pair, of a work queue, or a shared one. */
class Receives {
    private final RecvRing ring;
    private final boolean freedByPoll;

    Receives(long depth, long maxSge, boolean freedByPoll) {
        this.ring = new RecvRing(depth, freedByPoll, (int) maxSge);
        this.freedByPoll = freedByPoll;
    }

    /** Returns the receives of a queue pair, its own or shared ones; null if it has none. */
    static @Nullable Receives of(SimNic nic, QpSetup setup) {
        if (setup.srq() != null) {
            return setup.srq();
        }
        return setup.recvDepth() == 0
                ? null
                : new Receives(setup.recvDepth(), setup.maxRecvSge(), nic.has(DataPathTrait.POLL_FREES_SLOTS));
    }

    final RecvRing ring() {
        return ring;
    }

    final boolean isEmpty() {
        return ring.isEmpty();
    }

    /** Returns the protection domain of its keys. The default is that of the queue pair. */
    Object domain(Object ofQueuePair) {
        return ofQueuePair;
    }

    /** Returns the number in its completions. The default is that of the queue pair. */
    int number(int ofQueuePair) {
        return ofQueuePair;
    }

    /** Returns the queue of its completions. The default is that of the queue pair. */
    @Nullable
    CompletionRing completions(@Nullable CompletionRing ofQueuePair) {
        return ofQueuePair;
    }

    /** Removes the oldest receive, which has completed. */
    void take() {
        ring.remove();
    }

    /** Completes all receives of a queue pair with {@code IBV_WC_WR_FLUSH_ERR}. */
    final void flush(TransportQp qp, CompletionRing queue) {
        boolean accepted = true;
        while (!isEmpty()) {
            CompletionEntry flushed = qp.engine().completion().begin(ring.wrId(), WcStatuses.FLUSHED, qp.number());
            take();
            // rxe_resp.c, flush_recv_queue: after the first completion that does not fit, the others are not tried.
            accepted =
                    accepted && queue.add(flushed, qp.has(DataPathTrait.FLUSHED_RECVS_ARE_SOLICITED), freedByPoll(), 0);
        }
    }

    /** Returns the queue that has a slot freed when the application polls a completion, null if polls free no slots. */
    final @Nullable WorkSlots freedByPoll() {
        return freedByPoll ? ring : null;
    }
}
