package org.verbena.async;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.verbena.ClosedHandleException;
import org.verbena.VerbsException;

/** The work requests of a queue pair that are under way: each holds room and a slot until its completion comes. */
final class UnderWay {
    /** Posts a work request. */
    interface Post {
        void as(long wrId);
    }

    private final ProgressEngine engine;
    private final SlotTable slots;
    private final String name;
    private final ReentrantLock posting = new ReentrantLock();
    private volatile boolean closed;

    /**
     * None yet.
     *
     * @param engine what brings their completions
     * @param slots of the engine
     * @param name the queue pair, for people
     */
    UnderWay(ProgressEngine engine, SlotTable slots, String name) {
        this.engine = engine;
        this.slots = slots;
        this.name = name;
    }

    /** Posts an operation; for one thread at a time, so that its batch may be used again. */
    <T> CompletableFuture<T> post(Operation<T> operation, Post post) {
        posting.lock();
        try {
            if (!operation.room().take()) {
                operation.giveBackBuffer();
                return operation.room().none(name);
            }
            VerbsException unable = unable(operation.room());
            long wrId = unable == null ? slots.put(operation) : -1;
            if (wrId < 0) {
                operation.abandon(unable == null ? operation.room().full(name) : unable);
                return operation.future();
            }
            try {
                post.as(wrId);
            } catch (RuntimeException e) {
                slots.take(wrId);
                operation.abandon(e);
            }
            return operation.future();
        } finally {
            posting.unlock();
        }
    }

    private @Nullable VerbsException unable(Room room) {
        return closed ? new ClosedHandleException(room.verb(), name) : engine.failure();
    }

    /** Fails what no completion will come for. */
    void abandonAll(RuntimeException why) {
        takeAll().forEach(operation -> operation.abandon(why));
    }

    /** Whoever posts at this moment is waited for: it may have begun before there was a reason to give up. */
    private List<Operation<?>> takeAll() {
        posting.lock();
        try {
            return slots.takeAll(this);
        } finally {
            posting.unlock();
        }
    }

    /** Lets nothing be posted any more. */
    void close() {
        posting.lock();
        try {
            closed = true;
        } finally {
            posting.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return name;
    }
}
