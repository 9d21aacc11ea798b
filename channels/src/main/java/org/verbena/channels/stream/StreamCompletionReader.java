// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.attr.CompletionFlag;
import org.verbena.channels.rsocket.ProtocolException;
import org.verbena.channels.rsocket.Rsocket;
import org.verbena.channels.rsocket.SendSide;

/** Polls the completions of a stream, and posts its receives again. The lock of the stream guards it. */
final class StreamCompletionReader {
    private static final int BATCH = 64;

    private final StreamResources resources;
    private final Rsocket rsocket;
    private final LentBuffers lent;
    private final CompletionArray completions;

    /** The batches of a poll: as many as a full queue has, so that a busy peer does not hold a thread. */
    private final int budget;

    private boolean flushed;

    StreamCompletionReader(DeviceContext context, StreamResources resources, Rsocket rsocket, LentBuffers lent) {
        this.resources = resources;
        this.rsocket = rsocket;
        this.lent = lent;
        completions = context.newCompletionArray(BATCH);
        budget = Math.max(resources.sendQueue, resources.receiveQueue) / BATCH + 2;
    }

    /** Returns whether a completion has reported an error. The queue pair transfers nothing any more. */
    boolean isFlushed() {
        return flushed;
    }

    void pollReceives() throws ProtocolException {
        CompletionQueue cq = resources.recvCq;
        int count = BATCH;
        for (int i = 0; i < budget && count == BATCH; i++) {
            count = cq.poll(completions);
            int taken = 0;
            try {
                for (int k = 0; k < count && !flushed; k++) {
                    if (completions.isSuccess(k)) {
                        taken++;
                        onReceive(k);
                    } else {
                        flushed = true;
                    }
                }
            } finally {
                completions.release();
            }
            if (taken > 0 && !flushed) {
                resources.qp.postRecv(resources.receives, 0, taken);
                resources.receives.release();
            }
        }
    }

    private void onReceive(int index) throws ProtocolException {
        if (!completions.has(index, CompletionFlag.WITH_IMM)) {
            throw new ProtocolException("message without immediate data");
        }
        rsocket.onReceive(completions.immData(index));
    }

    void pollSends() {
        CompletionQueue cq = resources.sendCq;
        int count = BATCH;
        for (int i = 0; i < budget && count == BATCH; i++) {
            count = cq.poll(completions);
            for (int k = 0; k < count; k++) {
                long wrId = completions.wrId(k);
                if (completions.isSuccess(k)) {
                    rsocket.onCompletion(wrId);
                } else {
                    flushed = true;
                }
                if ((wrId & SendSide.LENT) != 0) {
                    lent.completed();
                }
            }
            completions.release();
        }
    }
}
