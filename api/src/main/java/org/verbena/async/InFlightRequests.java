// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;
import org.verbena.memory.PooledBuffer;

/**
 * The work requests of a queue pair that are in flight. Each holds a slot of the queue and of the table until its
 * completion arrives.
 */
final class InFlightRequests {
    /** Posts a work request, and calls {@link Operation#submitted} immediately before the driver call. */
    interface Post {
        void as(long wrId);
    }

    private final ProgressEngine engine;
    private final SlotTable slots;
    private final EngineBuffers buffers;
    private final String name;
    private final ReentrantLock posting = new ReentrantLock();
    private volatile boolean closed;

    /**
     * Creates an empty set.
     *
     * @param engine the engine that handles their completions
     * @param slots the slots of the engine
     * @param buffers the buffers of the engine
     * @param name the name of the queue pair, for messages
     */
    InFlightRequests(ProgressEngine engine, SlotTable slots, EngineBuffers buffers, String name) {
        this.engine = engine;
        this.slots = slots;
        this.buffers = buffers;
        this.name = name;
    }

    EngineBuffers buffers() {
        return buffers;
    }

    /**
     * Posts an operation that needs a buffer.
     *
     * @param data the data to copy into the buffer; null for none
     * @param length the bytes that the buffer must hold
     */
    <T> CompletableFuture<T> postWithBuffer(Operation<T> operation, @Nullable ByteBuffer data, int length, Post post) {
        try {
            PooledBuffer buffer = operation.takeBuffer(buffers, length);
            if (buffer == null) {
                return failed(operation, operation.slotCounter().full(name, buffers.used()));
            }
            if (data != null) {
                buffer.put(0, data, data.position(), data.remaining());
            }
        } catch (RuntimeException e) {
            operation.release();
            return failed(operation, e);
        } catch (Error e) {
            operation.release();
            throw e;
        }
        return post(operation, post);
    }

    /**
     * Posts an operation. After a failure, the operation keeps its resources only if the device may have the work
     * request. This method throws an Error; other failures complete the future.
     */
    <T> CompletableFuture<T> post(Operation<T> operation, Post post) {
        @Nullable Throwable refusal;
        try {
            refusal = tryPost(operation, post);
        } catch (RuntimeException e) {
            refusal = e;
            withdraw(operation, e);
        } catch (Error e) {
            withdraw(operation, e);
            throw e;
        }
        return refusal == null ? operation.future() : failed(operation, refusal);
    }

    /**
     * Posts in one thread at a time, so that the batch can be reused. Returns the reason if it did not post, otherwise
     * null.
     */
    private @Nullable Throwable tryPost(Operation<?> operation, Post post) {
        posting.lock();
        try {
            Throwable unable = unable(operation.slotCounter());
            if (unable == null && !operation.takeSlots(slots)) {
                SlotCounter queue = operation.slotCounter();
                unable = operation.holdsSlot() ? queue.full(name, slots.full()) : queue.full(name);
            }
            if (unable == null) {
                post.as(operation.wrId());
            } else {
                operation.release();
            }
            return unable;
        } finally {
            posting.unlock();
        }
    }

    private void withdraw(Operation<?> operation, Throwable why) {
        if (operation.isSubmitted() && !(why instanceof VerbsException)) {
            operation.slotCounter().doubt(operation);
        } else if (slots.take(operation.wrId()) != null || operation.wrId() == SlotTable.NONE) {
            operation.release();
        }
    }

    private static <T> CompletableFuture<T> failed(Operation<T> operation, Throwable why) {
        operation.future().completeExceptionally(why);
        return operation.future();
    }

    private @Nullable Throwable unable(SlotCounter slotCounter) {
        return closed ? new ClosedHandleException(slotCounter.verb(), name) : engine.failure();
    }

    /** Fails the operations that will get no completion. */
    void abandonAll(Throwable why) {
        Operation<?> operation = takeAny();
        while (operation != null) {
            operation.abandon(why);
            engine.completer().complete(operation);
            operation = takeAny();
        }
    }

    /**
     * Takes out an operation. Waits first for a post in progress, which may have started before the failure or the
     * close.
     */
    private @Nullable Operation<?> takeAny() {
        posting.lock();
        try {
            return slots.takeAny(this);
        } finally {
            posting.unlock();
        }
    }

    /** Rejects further posts. */
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
