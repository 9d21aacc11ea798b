// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.memory.PooledBuffer;

/**
 * A work request: its resources and its future. The posting thread owns it until it puts it into the {@link SlotTable}.
 * The thread that takes it out of the table then owns it.
 *
 * @param <T> the type of the value of the future
 */
final class Operation<T> {
    /**
     * Computes the value of the future. The buffer, if there is one, still contains the bytes that the device wrote.
     */
    interface Outcome<T> {
        T of(Completion completion, @Nullable PooledBuffer buffer);
    }

    private final InFlightRequests owner;
    private final SlotCounter slotCounter;
    private final WcOpcode opcode;
    private final Outcome<T> outcome;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private @Nullable PooledBuffer buffer;
    private boolean holdsSlot;
    private boolean submitted;
    private volatile boolean doubtful;
    private long wrId = SlotTable.NONE;
    private long ticket;
    private @Nullable Completion completion;
    private @Nullable T value;
    private @Nullable Throwable cause;
    private boolean known;

    /** The next operation in a {@link FutureCompleter}, which must not allocate. */
    @Nullable
    Operation<?> next;

    /**
     * Creates an operation without resources.
     *
     * @param owner the operations of the same queue pair
     * @param slotCounter the free slots of its queue
     * @param opcode the operation, for messages
     * @param outcome computes the value of the future from a successful completion
     */
    Operation(InFlightRequests owner, SlotCounter slotCounter, WcOpcode opcode, Outcome<T> outcome) {
        this.owner = owner;
        this.slotCounter = slotCounter;
        this.opcode = opcode;
        this.outcome = outcome;
    }

    InFlightRequests owner() {
        return owner;
    }

    SlotCounter slotCounter() {
        return slotCounter;
    }

    CompletableFuture<T> future() {
        return future;
    }

    // ---------------------------------------------------------------- resources

    /** Takes a buffer for a number of bytes; null if none is free. */
    @Nullable
    PooledBuffer takeBuffer(EngineBuffers buffers, int length) {
        buffer = buffers.take(length);
        return buffer;
    }

    /** Returns the buffer of an operation that has taken one. */
    PooledBuffer buffer() {
        return Objects.requireNonNull(buffer);
    }

    /** Takes a slot of the queue and a slot of the table. Returns false if either is full. */
    boolean takeSlots(SlotTable slots) {
        holdsSlot = slotCounter.take();
        if (holdsSlot) {
            ticket = slotCounter.nextTicket();
            wrId = slots.put(this);
        }
        return wrId != SlotTable.NONE;
    }

    boolean holdsSlot() {
        return holdsSlot;
    }

    long wrId() {
        return wrId;
    }

    /** Returns the position of this operation in the posting order of the queue. */
    long ticket() {
        return ticket;
    }

    /** Marks that the driver call follows: from now on, the device may have the work request. */
    void submitted() {
        submitted = true;
    }

    boolean isSubmitted() {
        return submitted;
    }

    /** Marks that the result of the driver call is unknown. */
    void doubt() {
        doubtful = true;
    }

    boolean isDoubtful() {
        return doubtful;
    }

    /** Releases the buffer and the slot of the queue. Does nothing if they are released. */
    void release() {
        PooledBuffer held = buffer;
        if (held != null) {
            held.close();
            buffer = null;
        }
        if (holdsSlot) {
            holdsSlot = false;
            slotCounter.giveBack();
        }
    }

    // ---------------------------------------------------------------- completion

    /** Stores the completion; {@link #completeFuture} follows. */
    void complete(Completion with) {
        completion = with;
    }

    /** Stores the reason why there will be no completion; {@link #completeFuture} follows. */
    void abandon(Throwable why) {
        cause = why;
        known = true;
    }

    /**
     * Releases the resources and completes the future, whose dependents run in this thread. An Error thrown by this
     * method comes from the future itself, for lack of memory or stack. The method can then be called again.
     */
    void completeFuture() {
        if (!known) {
            try {
                evaluate();
            } catch (Throwable e) {
                // The value could not be created, for example for lack of memory: the future reports that.
                cause = e;
            }
            known = true;
        }
        release();
        if (cause == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(cause);
        }
    }

    private void evaluate() {
        Completion done = completion;
        if (done == null) {
            throw new IllegalStateException(opcode + " on " + owner + " has no completion");
        }
        if (done.isSuccess()) {
            value = outcome.of(done, buffer);
        } else {
            cause = new WorkRequestException(opcode, done, owner.toString(), why(done));
        }
    }

    private String why(Completion failed) {
        if (failed.status() != WcStatus.WR_FLUSH_ERR) {
            return "";
        }
        return owner.isClosed() ? ": the queue pair was closed" : ": the queue pair is in error";
    }
}
