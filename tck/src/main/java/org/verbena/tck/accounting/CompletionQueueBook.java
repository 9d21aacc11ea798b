// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.verbena.CompletionQueue;

/** A completion queue and the queues that complete to it. */
final class CompletionQueueBook {
    final WeakReference<CompletionQueue> handle;
    private final String name;
    private final List<WorkQueueBook> queues = new ArrayList<>();
    private final List<WorkQueueBook> queuesWithoutQp = new ArrayList<>();
    private boolean mayOverrun;

    CompletionQueueBook(CompletionQueue cq) {
        handle = new WeakReference<>(cq);
        name = cq.toString();
    }

    synchronized void serves(WorkQueueBook queue) {
        queues.add(queue);
    }

    synchronized List<WorkQueueBook> queues() {
        return List.copyOf(queues);
    }

    /** Records that completions of a queue arrive here with any queue pair number. */
    synchronized void servesWithoutQp(WorkQueueBook queue) {
        queuesWithoutQp.add(queue);
    }

    /** Returns the work queues and the XRC shared receive queues that complete here. */
    synchronized List<WorkQueueBook> queuesWithoutQp() {
        return List.copyOf(queuesWithoutQp);
    }

    /** Records an overrun if more work requests are outstanding than the completion queue has entries. */
    synchronized void checkLoad() {
        CompletionQueue cq = handle.get();
        if (cq != null && queues.stream().mapToLong(WorkQueueBook::size).sum() > cq.grantedCqe()) {
            mayOverrun = true;
        }
    }

    synchronized void overrun() {
        mayOverrun = true;
    }

    synchronized boolean mayOverrun() {
        return mayOverrun;
    }

    @Override
    public String toString() {
        return name;
    }
}
