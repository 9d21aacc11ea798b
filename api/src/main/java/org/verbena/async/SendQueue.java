package org.verbena.async;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.verbena.Completion;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.Violation;
import org.verbena.WcOpcode;

/** Calls as work requests of a send queue: where their data are. */
final class SendQueue {
    /** Gives a work request its opcode, and what belongs to that. */
    interface Writer {
        SendWr write(SendWr wr);
    }

    /** Makes a result of the data that the device brought. */
    interface Reader<T> {
        T read(BufferPool.Buffer buffer);
    }

    private static final int MAX_INLINE = 65_536;

    private final QueuePair qp;
    private final UnderWay underWay;
    private final BufferPool pool;
    private final Room room;
    private final int maxInline;
    private final SendBatch batch;

    SendQueue(QueuePair qp, UnderWay underWay, BufferPool pool) {
        this.qp = qp;
        this.underWay = underWay;
        this.pool = pool;
        this.room = new Room("ibv_post_send", qp.grantedCap().maxSendWr());
        this.maxInline = (int) Math.min(qp.grantedCap().maxInlineData(), MAX_INLINE);
        this.batch = qp.context().newSendBatch(1, 1, maxInline);
    }

    Room room() {
        return room;
    }

    /** Data that the call copies: inline if they fit, or into a buffer. */
    CompletableFuture<Void> give(ByteBuffer data, WcOpcode opcode, Writer writer) {
        if (data.remaining() <= maxInline) {
            return post(new Operation<>(underWay, room, opcode, null, SendQueue::nothing), wr -> {
                writer.write(wr);
                return data.hasRemaining() ? wr.inlineData(data) : wr;
            });
        }
        if (data.remaining() > pool.bufferSize()) {
            return tooLong(data.remaining());
        }
        BufferPool.Buffer buffer = pool.take();
        if (buffer == null) {
            return room.none(underWay.toString());
        }
        buffer.fill(data);
        return post(
                new Operation<>(underWay, room, opcode, buffer, SendQueue::nothing),
                wr -> writer.write(wr).sge(pool.region(), buffer.offset(), data.remaining()));
    }

    /** Data of a region of the caller. */
    CompletableFuture<Void> lend(MemoryRegion mr, long offset, long length, WcOpcode opcode, Writer writer) {
        return post(
                new Operation<>(underWay, room, opcode, null, SendQueue::nothing),
                wr -> writer.write(wr).sge(mr, offset, length));
    }

    /** Data that the device brings. */
    <T> CompletableFuture<T> fetch(int length, WcOpcode opcode, Writer writer, Reader<T> reader) {
        if (length < 0 || length > pool.bufferSize()) {
            return tooLong(length);
        }
        BufferPool.Buffer buffer = pool.take();
        if (buffer == null) {
            return room.none(underWay.toString());
        }
        return post(
                new Operation<>(underWay, room, opcode, buffer, completion -> reader.read(buffer)),
                wr -> writer.write(wr).sge(pool.region(), buffer.offset(), length));
    }

    @SuppressWarnings("NullAway") // the value of a CompletableFuture<Void> is null
    private static Void nothing(Completion completion) {
        return null;
    }

    private <T> CompletableFuture<T> post(Operation<T> operation, Writer writer) {
        return underWay.post(operation, wrId -> {
            batch.clear();
            writer.write(batch.add().wrId(wrId).signaled());
            qp.postSend(batch);
        });
    }

    private <T> CompletableFuture<T> tooLong(int length) {
        return CompletableFuture.failedFuture(new InvalidRequestException(
                room.verb(),
                Errno.EINVAL,
                underWay.toString(),
                new Violation(
                        "length",
                        Integer.toString(length),
                        Integer.toString(pool.bufferSize()),
                        "what is copied must fit into a buffer of the engine; register longer data",
                        "org.verbena.async.ProgressEngine")));
    }
}
