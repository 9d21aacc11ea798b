package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.verbena.Completion;
import org.verbena.CompletionFlag;
import org.verbena.MemoryRegion;
import org.verbena.QpType;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.WcOpcode;

/** Calls as work requests of a receive queue, and their completions as messages. */
final class RecvQueue {
    /** A datagram is preceded by room for a global route header: {@code ibv_post_recv(3)}. */
    private static final int GRH_LENGTH = 40;

    private final QueuePair qp;
    private final UnderWay underWay;
    private final BufferPool pool;
    private final Room room;
    private final int headerLength;
    private final RecvBatch batch;

    RecvQueue(QueuePair qp, UnderWay underWay, BufferPool pool) {
        this.qp = qp;
        this.underWay = underWay;
        this.pool = pool;
        this.room = new Room("ibv_post_recv", qp.grantedCap().maxRecvWr());
        this.headerLength = qp.qpType() == QpType.UD ? GRH_LENGTH : 0;
        this.batch = qp.context().newRecvBatch(1, 1);
    }

    Room room() {
        return room;
    }

    /** A message that is copied out of a buffer. */
    CompletableFuture<Message> copy() {
        BufferPool.Buffer buffer = pool.take();
        if (buffer == null) {
            return room.none(underWay.toString());
        }
        Operation<Message> operation = new Operation<>(
                underWay, room, WcOpcode.RECV, buffer, completion -> message(completion, copied(completion, buffer)));
        return post(operation, pool.region(), buffer.offset(), pool.bufferSize());
    }

    /** A message that stays where the caller wants it. */
    CompletableFuture<Message> into(MemoryRegion mr, long offset, long length) {
        Operation<Message> operation = new Operation<>(
                underWay, room, WcOpcode.RECV, null, completion -> message(completion, ByteBuffer.allocate(0)));
        return post(operation, mr, offset, length);
    }

    private <T> CompletableFuture<T> post(Operation<T> operation, MemoryRegion mr, long offset, long length) {
        return underWay.post(operation, wrId -> {
            batch.clear();
            RecvWr wr = batch.add().wrId(wrId);
            if (length > 0) {
                wr.sge(mr, offset, length);
            }
            qp.postRecv(batch);
        });
    }

    private ByteBuffer copied(Completion completion, BufferPool.Buffer buffer) {
        // A write with immediate data consumes the receive and leaves its buffer alone.
        return completion.opcode() == WcOpcode.RECV
                ? buffer.copy(headerLength, (int) length(completion))
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
