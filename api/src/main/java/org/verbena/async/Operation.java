package org.verbena.async;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.WcOpcode;
import org.verbena.WcStatus;

/**
 * A work request under way.
 *
 * @param <T> what its future is completed with
 */
final class Operation<T> {
    private final AsyncQueuePair owner;
    private final WcOpcode opcode;
    private final BufferPool.@Nullable Buffer buffer;
    private final Outcome<T> outcome;
    private final CompletableFuture<T> future = new CompletableFuture<>();

    Operation(AsyncQueuePair owner, WcOpcode opcode, BufferPool.@Nullable Buffer buffer, Outcome<T> outcome) {
        this.owner = owner;
        this.opcode = opcode;
        this.buffer = buffer;
        this.outcome = outcome;
    }

    /** What a successful completion means; the buffer, if there is one, still holds what the device put there. */
    interface Outcome<T> {
        T of(Completion completion);
    }

    AsyncQueuePair owner() {
        return owner;
    }

    WcOpcode opcode() {
        return opcode;
    }

    BufferPool.@Nullable Buffer buffer() {
        return buffer;
    }

    CompletableFuture<T> future() {
        return future;
    }

    /** Completes the future; whatever depends on it runs in this thread. */
    void finish(Completion completion) {
        if (completion.isSuccess()) {
            T value = outcome.of(completion);
            owner.release(this);
            future.complete(value);
        } else {
            owner.release(this);
            future.completeExceptionally(
                    new WorkRequestException(opcode, completion, owner.toString(), why(completion)));
        }
    }

    private String why(Completion completion) {
        if (completion.status() != WcStatus.WR_FLUSH_ERR) {
            return "";
        }
        return owner.isClosed() ? ": the queue pair was closed" : ": the queue pair is in error";
    }

    /** Gives up without a completion. */
    void abandon(RuntimeException why) {
        owner.release(this);
        future.completeExceptionally(why);
    }
}
