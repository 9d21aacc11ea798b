// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.WorkRequestException;
import org.verbena.attr.WcStatus;

/** An application that replicates records to a peer and reports lost records. */
final class Replicator {
    /** Receives notifications of lost records. */
    interface Listener {
        void lost(String record, WcStatus status);
    }

    private final AsyncQueuePair peer;
    private final Listener listener;

    Replicator(AsyncQueuePair peer, Listener listener) {
        this.peer = peer;
        this.listener = listener;
    }

    CompletableFuture<Void> replicate(String record) {
        return peer.send(StandardCharsets.UTF_8.encode(record)).whenComplete((sent, failure) -> {
            if (failure instanceof WorkRequestException e) {
                listener.lost(record, e.status());
            }
        });
    }
}
