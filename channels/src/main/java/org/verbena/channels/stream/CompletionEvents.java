// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import org.verbena.CompletionQueue;

/** The events of a completion queue of a stream. The lock of the stream guards it. */
final class CompletionEvents {
    /** Acknowledging takes a lock of libibverbs. Closing the queue acknowledges the rest. */
    private static final int ACK_BATCH = 64;

    private final RdmaStream stream;
    private boolean armed;
    private int unacknowledged;

    CompletionEvents(RdmaStream stream) {
        this.stream = stream;
    }

    RdmaStream stream() {
        return stream;
    }

    void arm(CompletionQueue cq) {
        if (!armed) {
            cq.requestNotify(false);
            armed = true;
        }
    }

    void onEvent(CompletionQueue cq) {
        armed = false;
        unacknowledged++;
        if (unacknowledged == ACK_BATCH) {
            cq.ackEvents(ACK_BATCH);
            unacknowledged = 0;
        }
    }
}
