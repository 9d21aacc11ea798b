// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Receives messages repeatedly, and passes them to a consumer: one at a time, in the order of their receives. */
final class MessageReceiver {
    private final Supplier<CompletableFuture<Message>> recv;
    private final Consumer<? super Message> consumer;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Queue<CompletableFuture<Message>> outstanding = new ConcurrentLinkedQueue<>();

    /**
     * The completed receives that no thread has looked at. The thread that makes it 1 passes the messages on. The first
     * is the one that starts, so that no other thread posts a receive at the same time: the order would be lost.
     */
    private final AtomicInteger arrivals = new AtomicInteger(1);

    MessageReceiver(Supplier<CompletableFuture<Message>> recv, Consumer<? super Message> consumer) {
        this.recv = recv;
        this.consumer = consumer;
    }

    /** Posts receives. The returned future completes when one fails, or when the consumer does. */
    CompletableFuture<Void> start(int receives) {
        for (int i = 0; i < receives; i++) {
            post();
        }
        passAllOn();
        return end;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the action throws nothing
    private void post() {
        CompletableFuture<Message> received = recv.get();
        outstanding.add(received);
        received.whenComplete((message, failure) -> {
            if (arrivals.getAndIncrement() == 0) {
                passAllOn();
            }
        });
    }

    private void passAllOn() {
        int seen = 1;
        do {
            CompletableFuture<Message> first = outstanding.peek();
            while (!end.isDone() && first != null && first.isDone()) {
                outstanding.remove();
                passOn(first);
                first = outstanding.peek();
            }
            seen = arrivals.addAndGet(-seen);
        } while (seen > 0);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the action throws nothing
    private void passOn(CompletableFuture<Message> received) {
        received.whenComplete((message, failure) -> {
            if (failure != null) {
                end.completeExceptionally(failure);
                return;
            }
            // Before the consumer runs, because the peer may send its next message at once.
            post();
            try {
                consumer.accept(message);
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
    }
}
