package org.verbena.async;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.PostException;

/** The free slots of a queue. */
final class Room {
    private final String verb;
    private final int size;
    private final Semaphore free;
    /** Set if it may be unknown of an operation whether the driver accepted it. */
    private volatile boolean doubts;

    private long tickets;

    /**
     * Creates the counter of an empty queue.
     *
     * @param verb the verb that posts to the queue
     * @param granted the work requests that it was granted
     */
    Room(String verb, long granted) {
        this.verb = verb;
        this.size = (int) Math.min(granted, Integer.MAX_VALUE / 2);
        this.free = new Semaphore(size);
    }

    String verb() {
        return verb;
    }

    /** Takes a slot; false if none is free. */
    boolean take() {
        return free.tryAcquire();
    }

    void giveBack() {
        free.release();
    }

    /** Numbers the posts in their order. The caller is the only one that posts. */
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
        boolean room = free.tryAcquire(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        if (room) {
            free.release();
        }
        return room;
    }

    /**
     * Keeps the resources of an operation until it is known whether the device has it.
     *
     * @param operation an operation that the driver was called for, without a clear answer
     */
    void doubt(Operation<?> operation) {
        operation.doubt();
        doubts = true;
    }

    /**
     * Releases the doubtful operations that were posted before this one and have not completed. Work requests of one
     * queue complete in the order of their posts (InfiniBand specification, chapter 10): the device does not have them.
     */
    void settleDoubts(Operation<?> completed, SlotTable slots) {
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

    PostException full(String queuePair) {
        return new PostException(verb, Errno.ENOMEM, queuePair, 0, true, Diagnosis.UNKNOWN);
    }
}
