// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;

/** A source of receives for responders: the queue of a queue pair, of a work queue, or a shared one. */
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

    /** Returns the queue that has a slot freed when the application polls a completion, null if polls free no slots. */
    final @Nullable WorkSlots freedByPoll() {
        return freedByPoll ? ring : null;
    }
}
