package org.verbena.async;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.verbena.ClosedHandleException;
import org.verbena.Completion;
import org.verbena.CompletionFlag;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.MemoryRegion;
import org.verbena.PostException;
import org.verbena.QpAttr;
import org.verbena.QpState;
import org.verbena.QpType;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.VerbsException;
import org.verbena.Violation;
import org.verbena.WcOpcode;

/**
 * A queue pair whose work requests are calls that return futures. Every call ends its future exactly once: with what it
 * brought, with a {@link WorkRequestException} if the device completed it with an error, or with a {@link VerbsException}
 * if it was not posted. No call throws for such a reason, and none waits. A future that is cancelled, or runs out of
 * time, does not stop the device; what the call needs stays in use until its completion comes.
 *
 * <p>A queue that is full makes the future fail at once, with a {@link PostException} that {@linkplain
 * PostException#isQueueFull() says so}: as many calls can be under way as the queue was granted work requests, the engine
 * entries, and, where data are a {@link ByteBuffer}, as the engine has buffers. {@link #awaitSendRoom} waits until there
 * is room.
 *
 * <p>Data of a {@link ByteBuffer}, from its position to its limit, are copied during the call: it may be changed when the
 * call returns. A region must stay open and its part untouched until the future is done. Nothing is received that {@link
 * #recv()} was not called for before. Safe for use by several threads.
 */
public final class AsyncQueuePair implements AutoCloseable {
    /** A datagram is preceded by room for a global route header: {@code ibv_post_recv(3)}. */
    private static final int GRH_LENGTH = 40;

    private static final int MAX_INLINE = 65_536;
    private static final Duration FLUSH = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = 20_000;

    private final ProgressEngine engine;
    private final QueuePair qp;
    private final String name; // a closed queue pair does not tell its number
    private final BufferPool pool;
    private final SlotTable slots;
    private final int maxInline;
    private final int headerLength;
    private final Semaphore sendRoom;
    private final Semaphore recvRoom;
    private final int all;
    private final SendBatch sends;
    private final RecvBatch recvs;
    private final ReentrantLock posting = new ReentrantLock();
    private volatile boolean closed;

    AsyncQueuePair(ProgressEngine engine, QueuePair qp, BufferPool pool, SlotTable slots) {
        this.engine = engine;
        this.qp = qp;
        this.name = "queue pair " + qp.qpNum();
        this.pool = pool;
        this.slots = slots;
        this.maxInline = (int) Math.min(qp.grantedCap().maxInlineData(), MAX_INLINE);
        this.headerLength = qp.qpType() == QpType.UD ? GRH_LENGTH : 0;
        int maxSend = count(qp.grantedCap().maxSendWr());
        int maxRecv = count(qp.grantedCap().maxRecvWr());
        this.sendRoom = new Semaphore(maxSend);
        this.recvRoom = new Semaphore(maxRecv);
        this.all = maxSend + maxRecv;
        this.sends = qp.context().newSendBatch(1, 1, maxInline);
        this.recvs = qp.context().newRecvBatch(1, 1);
    }

    private static int count(long granted) {
        return (int) Math.min(granted, Integer.MAX_VALUE / 2);
    }

    /**
     * The queue pair.
     *
     * @return to be queried and modified; others must not post to it
     */
    public QueuePair qp() {
        return qp;
    }

    // ---------------------------------------------------------------- send and receive

    /**
     * Sends a message.
     *
     * @param data at most as long as the engine's buffers, or inline data of the queue pair
     * @return done when the peer has it (RC), or when it has left (UC)
     */
    public CompletableFuture<Void> send(ByteBuffer data) {
        return give(data, WcOpcode.SEND, SendWr::send);
    }

    /**
     * Sends a message with immediate data.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param immData 32 bits, which the peer reads as the same number
     * @return done as for {@link #send(ByteBuffer)}
     */
    public CompletableFuture<Void> sendImm(ByteBuffer data, int immData) {
        return give(data, WcOpcode.SEND, wr -> wr.sendImm(immData));
    }

    /**
     * Sends a part of a region.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @return done as for {@link #send(ByteBuffer)}
     */
    public CompletableFuture<Void> send(MemoryRegion mr, long offset, long length) {
        return lend(mr, offset, length, WcOpcode.SEND, SendWr::send);
    }

    /**
     * Sends a datagram.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param to the receiver
     * @return done when it has left
     */
    public CompletableFuture<Void> send(ByteBuffer data, Destination to) {
        return give(data, WcOpcode.SEND, wr -> address(wr.send(), to));
    }

    /**
     * Sends a datagram with immediate data.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param immData 32 bits, which the peer reads as the same number
     * @param to the receiver
     * @return done when it has left
     */
    public CompletableFuture<Void> sendImm(ByteBuffer data, int immData, Destination to) {
        return give(data, WcOpcode.SEND, wr -> address(wr.sendImm(immData), to));
    }

    /**
     * Sends a part of a region as a datagram.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @param to the receiver
     * @return done when it has left
     */
    public CompletableFuture<Void> send(MemoryRegion mr, long offset, long length, Destination to) {
        return lend(mr, offset, length, WcOpcode.SEND, wr -> address(wr.send(), to));
    }

    private static SendWr address(SendWr wr, Destination to) {
        return wr.to(to.address(), to.qpNum(), to.qkey());
    }

    /**
     * Receives a message of at most the length of the engine's buffers, of datagrams less 40 bytes.
     *
     * @return done when a message has come, with a copy of it
     */
    public CompletableFuture<Message> recv() {
        BufferPool.Buffer buffer = pool.take();
        if (buffer == null) {
            return noRoom("ibv_post_recv");
        }
        Operation<Message> operation = new Operation<>(
                this, WcOpcode.RECV, buffer, completion -> message(completion, copied(completion, buffer)));
        return postRecv(operation, pool.region(), buffer.offset(), pool.bufferSize());
    }

    /**
     * Receives a message into a part of a region; of a datagram the first 40 bytes are for the global route header.
     *
     * @param mr the region, which the device may write to
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @return done when a message has come; it has no data but a length
     */
    public CompletableFuture<Message> recv(MemoryRegion mr, long offset, long length) {
        Operation<Message> operation =
                new Operation<>(this, WcOpcode.RECV, null, completion -> message(completion, ByteBuffer.allocate(0)));
        return postRecv(operation, mr, offset, length);
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

    // ---------------------------------------------------------------- memory of the peer

    /**
     * Writes to the peer's memory.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param remoteAddr the first byte there
     * @param rkey the key, 0..4294967295
     * @return done when it is written (RC), or has left (UC)
     */
    public CompletableFuture<Void> write(ByteBuffer data, long remoteAddr, long rkey) {
        return give(data, WcOpcode.RDMA_WRITE, wr -> wr.write(remoteAddr, rkey));
    }

    /**
     * Writes a part of a region to the peer's memory.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @param remoteAddr the first byte there
     * @param rkey the key, 0..4294967295
     * @return done as for the other write
     */
    public CompletableFuture<Void> write(MemoryRegion mr, long offset, long length, long remoteAddr, long rkey) {
        return lend(mr, offset, length, WcOpcode.RDMA_WRITE, wr -> wr.write(remoteAddr, rkey));
    }

    /**
     * Writes to the peer's memory and completes one of its receives.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param remoteAddr the first byte there
     * @param rkey the key, 0..4294967295
     * @param immData 32 bits, which the peer reads as the same number
     * @return done as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> writeImm(ByteBuffer data, long remoteAddr, long rkey, int immData) {
        return give(data, WcOpcode.RDMA_WRITE, wr -> wr.writeImm(remoteAddr, rkey, immData));
    }

    /**
     * Writes a part of a region to the peer's memory and completes one of its receives.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @param remoteAddr the first byte there
     * @param rkey the key, 0..4294967295
     * @param immData 32 bits, which the peer reads as the same number
     * @return done as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> writeImm(
            MemoryRegion mr, long offset, long length, long remoteAddr, long rkey, int immData) {
        return lend(mr, offset, length, WcOpcode.RDMA_WRITE, wr -> wr.writeImm(remoteAddr, rkey, immData));
    }

    /**
     * Reads the peer's memory.
     *
     * @param length number of bytes, at most those of the engine's buffers
     * @param remoteAddr the first byte there
     * @param rkey the key, 0..4294967295
     * @return done with a copy of the bytes, in big-endian order
     */
    public CompletableFuture<ByteBuffer> read(int length, long remoteAddr, long rkey) {
        return fetch(length, WcOpcode.RDMA_READ, wr -> wr.read(remoteAddr, rkey), buffer -> buffer.copy(0, length));
    }

    /**
     * Reads the peer's memory into a part of a region.
     *
     * @param mr the region, which the device may write to
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @param remoteAddr the first byte there
     * @param rkey the key, 0..4294967295
     * @return done when the bytes are there
     */
    public CompletableFuture<Void> read(MemoryRegion mr, long offset, long length, long remoteAddr, long rkey) {
        return lend(mr, offset, length, WcOpcode.RDMA_READ, wr -> wr.read(remoteAddr, rkey));
    }

    /**
     * Compares 64 bits of the peer's memory and replaces them if equal.
     *
     * @param remoteAddr the first byte there, a multiple of 8
     * @param rkey the key, 0..4294967295
     * @param compare what is expected
     * @param swap what replaces it
     * @return done with what was there before
     */
    public CompletableFuture<Long> compareSwap(long remoteAddr, long rkey, long compare, long swap) {
        return fetch(
                Long.BYTES,
                WcOpcode.COMP_SWAP,
                wr -> wr.compareSwap(remoteAddr, rkey, compare, swap),
                AsyncQueuePair::number);
    }

    /**
     * Adds to 64 bits of the peer's memory.
     *
     * @param remoteAddr the first byte there, a multiple of 8
     * @param rkey the key, 0..4294967295
     * @param add what is added
     * @return done with what was there before
     */
    public CompletableFuture<Long> fetchAdd(long remoteAddr, long rkey, long add) {
        return fetch(Long.BYTES, WcOpcode.FETCH_ADD, wr -> wr.fetchAdd(remoteAddr, rkey, add), AsyncQueuePair::number);
    }

    /** Devices put the answer of an atomic operation into memory as the processor reads it. */
    private static Long number(BufferPool.Buffer buffer) {
        return buffer.view().duplicate().order(ByteOrder.nativeOrder()).getLong(0);
    }

    // ---------------------------------------------------------------- room

    /**
     * Waits until a send, write, read or atomic can be posted. Another thread may be faster; the call fails then as it
     * does without waiting.
     *
     * @param timeout how long at most
     * @return whether there is room
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitSendRoom(Duration timeout) throws InterruptedException {
        boolean room = sendRoom.tryAcquire(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        if (room) {
            sendRoom.release();
        }
        return room;
    }

    /**
     * How many sends, writes, reads and atomics can be posted now.
     *
     * @return the number of free work requests of the send queue
     */
    public int sendRoom() {
        return sendRoom.availablePermits();
    }

    /**
     * How many receives can be posted now.
     *
     * @return the number of free work requests of the receive queue
     */
    public int recvRoom() {
        return recvRoom.availablePermits();
    }

    // ---------------------------------------------------------------- posting

    private interface Writer {
        SendWr write(SendWr wr);
    }

    private interface Reader<T> {
        T read(BufferPool.Buffer buffer);
    }

    /** Data that the call copies: inline if they fit, or into a buffer. */
    private CompletableFuture<Void> give(ByteBuffer data, WcOpcode opcode, Writer writer) {
        if (data.remaining() <= maxInline) {
            return postSend(new Operation<>(this, opcode, null, AsyncQueuePair::nothing), wr -> {
                writer.write(wr);
                return data.hasRemaining() ? wr.inlineData(data) : wr;
            });
        }
        if (data.remaining() > pool.bufferSize()) {
            return tooLong(data.remaining());
        }
        BufferPool.Buffer buffer = pool.take();
        if (buffer == null) {
            return noRoom("ibv_post_send");
        }
        buffer.fill(data);
        return postSend(
                new Operation<>(this, opcode, buffer, AsyncQueuePair::nothing),
                wr -> writer.write(wr).sge(pool.region(), buffer.offset(), data.remaining()));
    }

    /** Data of a region of the caller. */
    private CompletableFuture<Void> lend(MemoryRegion mr, long offset, long length, WcOpcode opcode, Writer writer) {
        return postSend(
                new Operation<>(this, opcode, null, AsyncQueuePair::nothing),
                wr -> writer.write(wr).sge(mr, offset, length));
    }

    /** Data that the device brings. */
    private <T> CompletableFuture<T> fetch(int length, WcOpcode opcode, Writer writer, Reader<T> reader) {
        if (length < 0 || length > pool.bufferSize()) {
            return tooLong(length);
        }
        BufferPool.Buffer buffer = pool.take();
        if (buffer == null) {
            return noRoom("ibv_post_send");
        }
        return postSend(
                new Operation<>(this, opcode, buffer, completion -> reader.read(buffer)),
                wr -> writer.write(wr).sge(pool.region(), buffer.offset(), length));
    }

    @SuppressWarnings("NullAway") // the value of a CompletableFuture<Void> is null
    private static Void nothing(Completion completion) {
        return null;
    }

    private <T> CompletableFuture<T> postSend(Operation<T> operation, Writer writer) {
        return post(operation, sendRoom, "ibv_post_send", wrId -> {
            sends.clear();
            writer.write(sends.add().wrId(wrId).signaled());
            qp.postSend(sends);
        });
    }

    private <T> CompletableFuture<T> postRecv(Operation<T> operation, MemoryRegion mr, long offset, long length) {
        return post(operation, recvRoom, "ibv_post_recv", wrId -> {
            recvs.clear();
            RecvWr wr = recvs.add().wrId(wrId);
            if (length > 0) {
                wr.sge(mr, offset, length);
            }
            qp.postRecv(recvs);
        });
    }

    private interface Post {
        void as(long wrId);
    }

    private <T> CompletableFuture<T> post(Operation<T> operation, Semaphore room, String verb, Post post) {
        posting.lock();
        try {
            if (!room.tryAcquire()) {
                giveBack(operation);
                return noRoom(verb);
            }
            VerbsException unable = closed ? new ClosedHandleException(verb, toString()) : engine.failure();
            long wrId = unable == null ? slots.put(operation) : -1;
            if (wrId < 0) {
                room.release();
                giveBack(operation);
                return unable == null ? noRoom(verb) : CompletableFuture.failedFuture(unable);
            }
            try {
                post.as(wrId);
            } catch (VerbsException e) {
                slots.take(wrId);
                operation.abandon(e);
            }
            return operation.future();
        } finally {
            posting.unlock();
        }
    }

    private <T> CompletableFuture<T> noRoom(String verb) {
        return CompletableFuture.failedFuture(
                new PostException(verb, Errno.ENOMEM, toString(), 0, true, Diagnosis.UNKNOWN));
    }

    private <T> CompletableFuture<T> tooLong(int length) {
        return CompletableFuture.failedFuture(new InvalidRequestException(
                "ibv_post_send",
                Errno.EINVAL,
                toString(),
                new Violation(
                        "length",
                        Integer.toString(length),
                        Integer.toString(pool.bufferSize()),
                        "what is copied must fit into a buffer of the engine; register longer data",
                        "org.verbena.async.ProgressEngine")));
    }

    /** What an operation held is free again. */
    void release(Operation<?> operation) {
        giveBack(operation);
        (operation.opcode() == WcOpcode.RECV ? recvRoom : sendRoom).release();
    }

    private void giveBack(Operation<?> operation) {
        BufferPool.Buffer buffer = operation.buffer();
        if (buffer != null) {
            pool.giveBack(buffer);
        }
    }

    void abandonAll(RuntimeException why) {
        slots.takeAll(this).forEach(operation -> operation.abandon(why));
    }

    // ---------------------------------------------------------------- close

    boolean isClosed() {
        return closed;
    }

    /**
     * Moves the queue pair to ERR, waits until everything under way has been flushed, so that the device touches no
     * buffer any more, and destroys it. Futures that are still open fail. A device that does not flush is waited for 5
     * seconds; what it has not completed then fails with {@link ClosedHandleException}. It may be called from what depends
     * on a future.
     *
     * @throws VerbsException if the driver does not destroy it
     */
    @Override
    public void close() {
        posting.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
        } finally {
            posting.unlock();
        }
        flush();
        qp.close();
        // Without its queue pair the device writes to no buffer any more: they may be used again.
        abandonAll(new ClosedHandleException("ibv_destroy_qp", toString()));
        engine.detach(this);
    }

    private void flush() {
        try {
            qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
        } catch (VerbsException e) {
            // In RESET there is nothing to flush, and a device that is gone does not answer: the time limit holds then.
        }
        long end = System.nanoTime() + FLUSH.toNanos();
        while (underWay() > 0 && engine.failure() == null && System.nanoTime() - end < 0) {
            if (engine.progress() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private int underWay() {
        return all - sendRoom.availablePermits() - recvRoom.availablePermits();
    }

    @Override
    public String toString() {
        return name;
    }
}
