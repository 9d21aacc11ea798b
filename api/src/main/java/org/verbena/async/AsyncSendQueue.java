// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.WcOpcode;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;
import org.verbena.memory.PooledBuffer;

/**
 * The send queue of a queue pair. It converts calls to work requests, and places their data inline, in a buffer or in a
 * region of the caller.
 */
final class AsyncSendQueue {
    /** Sets the opcode of a work request and the fields of that opcode. */
    interface Writer {
        SendWr write(SendWr wr);
    }

    /** Converts the data that the device wrote. */
    interface Reader<T> {
        T read(PooledBuffer buffer);
    }

    private static final int MAX_INLINE = 65_536;

    private final QueuePair qp;
    private final InFlightRequests inFlight;
    private final EngineBuffers buffers;
    private final SlotCounter slotCounter;
    private final int maxInline;
    private final SendBatch batch;

    AsyncSendQueue(QueuePair qp, InFlightRequests inFlight) {
        this.qp = qp;
        this.inFlight = inFlight;
        this.buffers = inFlight.buffers();
        this.slotCounter = new SlotCounter("ibv_post_send", qp.grantedCap().maxSendWr());
        this.maxInline = (int) Math.min(qp.grantedCap().maxInlineData(), MAX_INLINE);
        this.batch = qp.context().newSendBatch(1, 1, maxInline);
    }

    SlotCounter slotCounter() {
        return slotCounter;
    }

    /** Posts data that the call copies: inline if it fits, otherwise into a buffer. */
    CompletableFuture<Void> give(ByteBuffer data, WcOpcode opcode, Writer writer) {
        // Reads position and limit once, since the caller may change them concurrently.
        ByteBuffer bytes = data.slice();
        int length = bytes.remaining();
        Operation<Void> operation = new Operation<>(inFlight, slotCounter, opcode, AsyncSendQueue::nothing);
        if (length <= maxInline) {
            return post(operation, wr -> {
                writer.write(wr);
                if (length > 0) {
                    wr.inlineData(bytes);
                }
            });
        }
        if (length > buffers.bufferSize()) {
            return tooLong(length);
        }
        return postWithBuffer(operation, bytes, length, writer);
    }

    /** Posts data in a region of the caller. */
    CompletableFuture<Void> lend(MemoryRegion mr, long offset, long length, WcOpcode opcode, Writer writer) {
        return post(
                new Operation<>(inFlight, slotCounter, opcode, AsyncSendQueue::nothing),
                wr -> writer.write(wr).sge(mr, offset, length));
    }

    /** Posts a request for data that the device writes to a buffer. */
    <T> CompletableFuture<T> fetch(int length, WcOpcode opcode, Writer writer, Reader<T> reader) {
        if (length < 0 || length > buffers.bufferSize()) {
            return tooLong(length);
        }
        Operation<T> operation = new Operation<>(
                inFlight, slotCounter, opcode, (completion, buffer) -> reader.read(Objects.requireNonNull(buffer)));
        return postWithBuffer(operation, null, length, writer);
    }

    private <T> CompletableFuture<T> postWithBuffer(
            Operation<T> operation, @Nullable ByteBuffer data, int length, Writer writer) {
        return inFlight.postWithBuffer(operation, data, length, wrId -> {
            try {
                batch.clear();
                PooledBuffer buffer = operation.buffer();
                writer.write(batch.add().wrId(wrId).signaled()).sge(buffer.region(), buffer.offset(), length);
                operation.submitted();
                qp.postSend(batch);
            } finally {
                batch.release(); // another thread may make the next call
            }
        });
    }

    @SuppressWarnings("NullAway") // the value of a CompletableFuture<Void> is null
    private static Void nothing(Completion completion, @Nullable PooledBuffer buffer) {
        return null;
    }

    private <T> CompletableFuture<T> post(Operation<T> operation, Consumer<SendWr> writer) {
        return inFlight.post(operation, poster(operation, writer));
    }

    private InFlightRequests.Post poster(Operation<?> operation, Consumer<SendWr> writer) {
        return wrId -> {
            try {
                batch.clear();
                writer.accept(batch.add().wrId(wrId).signaled());
                operation.submitted();
                qp.postSend(batch);
            } finally {
                batch.release(); // another thread may make the next call
            }
        };
    }

    private <T> CompletableFuture<T> tooLong(int length) {
        return CompletableFuture.failedFuture(new InvalidRequestException(
                slotCounter.verb(),
                Errno.EINVAL,
                inFlight.toString(),
                new Violation(
                        "length",
                        Integer.toString(length),
                        Integer.toString(buffers.bufferSize()),
                        "copied data must fit into one buffer of the engine; register longer data",
                        "org.verbena.async.ProgressEngine")));
    }
}
