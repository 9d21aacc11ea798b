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
    private final UnderWay owner;
    private final Room room;
    private final WcOpcode opcode;
    private final BufferPool.@Nullable Buffer buffer;
    private final Outcome<T> outcome;
    private final CompletableFuture<T> future = new CompletableFuture<>();

    /**
     * A work request to be posted.
     *
     * @param owner those of the same queue pair
     * @param room of the queue that it goes to
     * @param opcode what is to be done
     * @param buffer what it holds beside its room
     * @param outcome what a successful completion means
     */
    Operation(UnderWay owner, Room room, WcOpcode opcode, BufferPool.@Nullable Buffer buffer, Outcome<T> outcome) {
        this.owner = owner;
        this.room = room;
        this.opcode = opcode;
        this.buffer = buffer;
        this.outcome = outcome;
    }

    /** What a successful completion means; the buffer, if there is one, still holds what the device put there. */
    interface Outcome<T> {
        T of(Completion completion);
    }

    UnderWay owner() {
        return owner;
    }

    Room room() {
        return room;
    }

    CompletableFuture<T> future() {
        return future;
    }

    /** Completes the future; whatever depends on it runs in this thread. */
    void finish(Completion completion) {
        if (completion.isSuccess()) {
            T value = outcome.of(completion);
            release();
            future.complete(value);
        } else {
            abandon(new WorkRequestException(opcode, completion, owner.toString(), why(completion)));
        }
    }

    private String why(Completion completion) {
        if (completion.status() != WcStatus.WR_FLUSH_ERR) {
            return "";
        }
        return owner.isClosed() ? ": the queue pair was closed" : ": the queue pair is in error";
    }

    /** Fails the future; what the operation held is free again. */
    void abandon(RuntimeException why) {
        release();
        future.completeExceptionally(why);
    }

    private void release() {
        giveBackBuffer();
        room.giveBack();
    }

    void giveBackBuffer() {
        if (buffer != null) {
            buffer.giveBack();
        }
    }
}
