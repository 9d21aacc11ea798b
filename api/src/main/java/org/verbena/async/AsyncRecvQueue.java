// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.WcOpcode;
import org.verbena.memory.PooledBuffer;

/** The receive queue of a queue pair. It converts calls to work requests, and their completions to messages. */
final class AsyncRecvQueue {
    /** The space for a global route header in front of a datagram: {@code ibv_post_recv(3)}. */
    private static final int GRH_LENGTH = 40;

    private final QueuePair qp;
    private final InFlightRequests inFlight;
    private final EngineBuffers buffers;
    private final SlotCounter slotCounter;
    private final int headerLength;
    private final RecvBatch batch;
    private final Operation.Outcome<Message> outcome;

    AsyncRecvQueue(QueuePair qp, InFlightRequests inFlight) {
        this.qp = qp;
        this.inFlight = inFlight;
        this.buffers = inFlight.buffers();
        this.slotCounter = new SlotCounter("ibv_post_recv", qp.grantedCap().maxRecvWr());
        this.headerLength = qp.qpType() == QpType.UD ? GRH_LENGTH : 0;
        this.batch = qp.context().newRecvBatch(1, 1);
        this.outcome = (completion, buffer) -> message(completion, copied(completion, buffer));
    }

    SlotCounter slotCounter() {
        return slotCounter;
    }

    /** Receives a message into a buffer, and copies it from there. */
    CompletableFuture<Message> copy() {
        Operation<Message> operation = new Operation<>(inFlight, slotCounter, WcOpcode.RECV, outcome);
        int length = buffers.bufferSize();
        return inFlight.postWithBuffer(operation, null, length, wrId -> {
            PooledBuffer buffer = operation.buffer();
            post(operation, wrId, buffer.region(), buffer.offset(), length);
        });
    }

    /** Receives a message into a region of the caller. */
    CompletableFuture<Message> into(MemoryRegion mr, long offset, long length) {
        Operation<Message> operation = new Operation<>(
                inFlight,
                slotCounter,
                WcOpcode.RECV,
                (completion, buffer) -> message(completion, ByteBuffer.allocate(0)));
        return inFlight.post(operation, wrId -> post(operation, wrId, mr, offset, length));
    }

    private void post(Operation<?> operation, long wrId, MemoryRegion mr, long offset, long length) {
        try {
            batch.clear();
            RecvWr wr = batch.add().wrId(wrId);
            if (length > 0) {
                wr.sge(mr, offset, length);
            }
            operation.submitted();
            qp.postRecv(batch);
        } finally {
            batch.release(); // another thread may make the next call
        }
    }

    private ByteBuffer copied(Completion completion, @Nullable PooledBuffer buffer) {
        // A write with immediate data consumes the receive but does not write to its buffer.
        return completion.opcode() == WcOpcode.RECV && buffer != null
                ? AsyncQueuePair.copy(buffer, headerLength, (int) length(completion))
                : ByteBuffer.allocate(0);
    }

    private long length(Completion completion) {
        return Math.max(0, completion.byteLen() - headerLength);
    }

    private Message message(Completion completion, ByteBuffer data) {
        int imm = completion.immData();
        return new Message(
                data,
                length(completion),
                completion.wcFlags().contains(CompletionFlag.WITH_IMM) ? OptionalInt.of(imm) : OptionalInt.empty(),
                completion.wcFlags().contains(CompletionFlag.WITH_INV)
                        ? OptionalLong.of(Integer.toUnsignedLong(imm))
                        : OptionalLong.empty(),
                headerLength > 0 ? completion.srcQp() : 0);
    }
}
