// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.Violation;

/** The free slots of a queue. */
final class SlotCounter {
    static final String AWAIT_FUTURE = "one of their futures tells when a slot is free";

    private final String verb;
    private final int size;
    private final Semaphore free;
    private final Diagnosis queueFull;

    /** True while the queue may have operations whose driver call had no clear result. */
    private volatile boolean doubts;

    private long tickets;

    /**
     * Creates the counter of an empty queue.
     *
     * @param verb the verb that posts to the queue
     * @param granted the number of work requests that the queue was granted
     */
    SlotCounter(String verb, long granted) {
        this.verb = verb;
        this.size = (int) Math.min(granted, Integer.MAX_VALUE / 2);
        this.free = new Semaphore(size);
        boolean sends = verb.equals("ibv_post_send");
        this.queueFull = limit(
                sends ? "max_send_wr" : "max_recv_wr",
                size + " operations in flight",
                sends ? "one of their futures, or awaitSendSlot, tells when a slot is free" : AWAIT_FUTURE);
    }

    String verb() {
        return verb;
    }

    /** Takes a slot. Returns false if none is free. */
    boolean take() {
        return free.tryAcquire();
    }

    void giveBack() {
        free.release();
    }

    /** Returns the next number in posting order. Only one thread may post at a time. */
    long nextTicket() {
        tickets++;
        return tickets;
    }

    int free() {
        return free.availablePermits();
    }

    int taken() {
        return size - free();
    }

    boolean await(Duration timeout) throws InterruptedException {
        boolean available = free.tryAcquire(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        if (available) {
            free.release();
        }
        return available;
    }

    /**
     * Keeps the resources of an operation until it is known whether the device has its work request.
     *
     * @param operation an operation whose driver call had no clear result
     */
    void doubt(Operation<?> operation) {
        operation.doubt();
        doubts = true;
    }

    /**
     * Releases the doubtful operations that were posted before a completed one and have not completed. Work requests of
     * one queue complete in posting order (InfiniBand specification, chapter 10), so the device does not have them.
     */
    void releaseDoubtful(Operation<?> completed, SlotTable slots) {
        if (!doubts) {
            return;
        }
        doubts = false;
        Operation<?> refused = slots.takeDoubtful(this, completed.ticket());
        while (refused != null) {
            refused.release();
            refused = slots.takeDoubtful(this, completed.ticket());
        }
        if (slots.hasDoubtful(this)) {
            doubts = true;
        }
    }

    /** Returns the failure of a post to the full queue. */
    PostException full(String queuePair) {
        return full(queuePair, queueFull);
    }

    /** Returns the failure of a post that a limit prevents until an operation has ended. */
    PostException full(String queuePair, Diagnosis limit) {
        return new PostException(verb, Errno.ENOMEM, queuePair, 0, true, limit);
    }

    /** Describes a limit of operations in flight. It is described once, because a full queue is not rare. */
    static Diagnosis limit(String attribute, String limit, String rule) {
        return Diagnosis.of(
                new Violation(attribute, "one more operation", limit, rule, "org.verbena.async.AsyncQueuePair"));
    }
}
