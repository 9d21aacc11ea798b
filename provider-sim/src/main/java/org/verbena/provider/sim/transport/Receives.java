package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;

/** Where a responder takes receives from: the queue of a queue pair, of a work queue, or a shared one. */
class Receives {
    private final RecvRing ring;
    private final boolean freedByPoll;

    Receives(long depth, long maxSge, boolean freedByPoll) {
        this.ring = new RecvRing(depth, freedByPoll, (int) maxSge);
        this.freedByPoll = freedByPoll;
    }

    final RecvRing ring() {
        return ring;
    }

    final boolean isEmpty() {
        return ring.isEmpty();
    }

    /** The domain that its keys belong to, if not that of the queue pair. */
    Object domain(Object ofQueuePair) {
        return ofQueuePair;
    }

    /** The number that its completions name, if not that of the queue pair. */
    int number(int ofQueuePair) {
        return ofQueuePair;
    }

    /** Where its completions go, if not where those of the queue pair go. */
    @Nullable
    CompletionRing completions(@Nullable CompletionRing ofQueuePair) {
        return ofQueuePair;
    }

    /** Takes the oldest receive away: it has become a completion. */
    void take() {
        ring.remove();
    }

    /** Whose slot is free again once the completion has been polled. */
    final @Nullable WorkSlots freedByPoll() {
        return freedByPoll ? ring : null;
    }
}
