package org.verbena.async;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.PostException;

/** How many more work requests a queue takes. */
final class Room {
    private final String verb;
    private final int size;
    private final Semaphore free;

    /**
     * An empty queue.
     *
     * @param verb what posts to it
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

    /** Takes room for one work request; false if there is none. */
    boolean take() {
        return free.tryAcquire();
    }

    void giveBack() {
        free.release();
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

    /** The answer to a call for which something is lacking that a completion will bring. */
    <T> CompletableFuture<T> none(String queuePair) {
        return CompletableFuture.failedFuture(full(queuePair));
    }

    PostException full(String queuePair) {
        return new PostException(verb, Errno.ENOMEM, queuePair, 0, true, Diagnosis.UNKNOWN);
    }
}
