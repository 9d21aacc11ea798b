// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.verbena.async.AsyncQueuePair;

/** Sends records to a peer. */
public final class RecordSender {
    private final AsyncQueuePair peer;

    /**
     * Creates a sender.
     *
     * @param peer a connected queue pair
     */
    public RecordSender(AsyncQueuePair peer) {
        this.peer = peer;
    }

    /**
     * Sends a record.
     *
     * @param text the record
     * @return a future that completes when the peer has the record
     */
    public CompletableFuture<Void> send(String text) {
        return peer.send(StandardCharsets.UTF_8.encode(text));
    }
}
