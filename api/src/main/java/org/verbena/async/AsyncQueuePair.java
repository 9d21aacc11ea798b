package org.verbena.async;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.verbena.ClosedHandleException;
import org.verbena.MemoryRegion;
import org.verbena.PostException;
import org.verbena.QpAttr;
import org.verbena.QpState;
import org.verbena.QueuePair;
import org.verbena.SendWr;
import org.verbena.VerbsException;
import org.verbena.WcOpcode;

/**
 * A queue pair whose work requests are calls that return futures; {@link ProgressEngine#attach} makes one. Every call
 * ends its future exactly once: with what it brought, with a {@link WorkRequestException} if the device completed it with
 * an error, or with another exception if it was not posted:
 *
 * <ul>
 * <li>{@link PostException} that {@linkplain PostException#isQueueFull() says that the queue is full}: as many calls can
 *     be under way as the queue was granted work requests, the engine entries, and, where data are a {@link ByteBuffer},
 *     as the engine has buffers. {@link #awaitSendRoom} waits for the first of these;
 * <li>{@link org.verbena.InvalidRequestException} for an argument that a work request cannot carry;
 * <li>{@link ClosedHandleException} after {@link #close};
 * <li>{@link VerbsException} if the device rejected it, for example a send in a state before RTS;
 * <li>{@link IllegalStateException} if the arena of a {@link ByteBuffer} is closed;
 * <li>the cause that ended the {@linkplain ProgressEngine engine}, if it has ended.
 * </ul>
 *
 * No call throws for such a reason, and none waits. An {@link Error}, for example {@link OutOfMemoryError}, is thrown by
 * the call. The call then keeps no buffer and no room in a queue. If the Error came while the driver was called, the
 * device may have the work request: its buffer and room are free when a later work request of that queue completes. A future that is cancelled, or runs out of time, does not stop the
 * device; what the call needs stays in use until its completion comes.
 *
 * <p>Data of a {@link ByteBuffer}, from its position to its limit, are copied during the call: it may be changed when the
 * call returns. A region must stay open and its part untouched until the future is done; of the protection domain of the
 * queue pair, with {@link org.verbena.AccessFlag#LOCAL_WRITE} where the device writes to it. Nothing is received that
 * {@link #recv()} was not called for before; receives take messages in the order of the calls. Safe for use by several
 * threads.
 */
public final class AsyncQueuePair implements AutoCloseable {
    private static final Duration FLUSH = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = 20_000;

    private final ProgressEngine engine;
    private final QueuePair qp;
    private final UnderWay underWay;
    private final SendQueue sends;
    private final RecvQueue recvs;
    private final AtomicBoolean closing = new AtomicBoolean();

    AsyncQueuePair(ProgressEngine engine, QueuePair qp, BufferPool pool, SlotTable slots) {
        this.engine = engine;
        this.qp = qp;
        this.underWay = new UnderWay(engine, slots, pool, "queue pair " + qp.qpNum());
        this.sends = new SendQueue(qp, underWay);
        this.recvs = new RecvQueue(qp, underWay);
    }

    /**
     * The queue pair, to be connected, queried and modified.
     *
     * @return the queue pair; nobody else may post to it, and {@link #close} closes it
     */
    public QueuePair qp() {
        return qp;
    }

    // ---------------------------------------------------------------- send and receive

    /**
     * Sends a message. RC and UC.
     *
     * @param data 0 bytes to as many as a {@linkplain ProgressEngine.Builder#bufferSize buffer of the engine} has, or as
     *     {@code grantedCap().maxInlineData()} if that is more
     * @return done when the peer has it (RC), or when it has left (UC)
     */
    public CompletableFuture<Void> send(ByteBuffer data) {
        return sends.give(data, WcOpcode.SEND, SendWr::send);
    }

    /**
     * Sends a message with immediate data. RC and UC.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param immData 32 bits, which the peer reads as the same number
     * @return done as for {@link #send(ByteBuffer)}
     */
    public CompletableFuture<Void> sendImm(ByteBuffer data, int immData) {
        return sends.give(data, WcOpcode.SEND, wr -> wr.sendImm(immData));
    }

    /**
     * Sends a part of a region. RC and UC.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes, 0..4294967295
     * @return done as for {@link #send(ByteBuffer)}
     */
    public CompletableFuture<Void> send(MemoryRegion mr, long offset, long length) {
        return sends.lend(mr, offset, length, WcOpcode.SEND, SendWr::send);
    }

    /**
     * Sends a datagram. UD.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param to the receiver
     * @return done when it has left
     */
    public CompletableFuture<Void> send(ByteBuffer data, Destination to) {
        return sends.give(data, WcOpcode.SEND, wr -> address(wr.send(), to));
    }

    /**
     * Sends a datagram with immediate data. UD.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param immData 32 bits, which the peer reads as the same number
     * @param to the receiver
     * @return done when it has left
     */
    public CompletableFuture<Void> sendImm(ByteBuffer data, int immData, Destination to) {
        return sends.give(data, WcOpcode.SEND, wr -> address(wr.sendImm(immData), to));
    }

    /**
     * Sends a part of a region as a datagram. UD.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes, 0..4294967295
     * @param to the receiver
     * @return done when it has left
     */
    public CompletableFuture<Void> send(MemoryRegion mr, long offset, long length, Destination to) {
        return sends.lend(mr, offset, length, WcOpcode.SEND, wr -> address(wr.send(), to));
    }

    private static SendWr address(SendWr wr, Destination to) {
        return wr.to(to.address(), to.qpNum(), to.qkey());
    }

    /**
     * Receives a message of at most the length of the engine's buffers, of datagrams less 40 bytes. A longer one is an
     * error, {@link org.verbena.WcStatus#LOC_LEN_ERR}.
     *
     * @return done when a message has come, with a copy of it
     */
    public CompletableFuture<Message> recv() {
        return recvs.copy();
    }

    /**
     * Receives a message into a part of a region; of a datagram the first 40 bytes are for the global route header.
     *
     * @param mr the region, which the device may write to
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes, 0..4294967295
     * @return done when a message has come; it has no data but a length
     */
    public CompletableFuture<Message> recv(MemoryRegion mr, long offset, long length) {
        return recvs.into(mr, offset, length);
    }

    // ---------------------------------------------------------------- memory of the peer

    /**
     * Writes to the peer's memory, which learns nothing of it. RC and UC.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param remoteAddr the address of the first byte there, as the peer knows it: {@link MemoryRegion#iova()}
     * @param rkey the key of the region there, 0..4294967295
     * @return done when it is written (RC), or has left (UC)
     */
    public CompletableFuture<Void> write(ByteBuffer data, long remoteAddr, long rkey) {
        return sends.give(data, WcOpcode.RDMA_WRITE, wr -> wr.write(remoteAddr, rkey));
    }

    /**
     * Writes a part of a region to the peer's memory, which learns nothing of it. RC and UC.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes, 0..4294967295
     * @param remoteAddr the address of the first byte there, as the peer knows it: {@link MemoryRegion#iova()}
     * @param rkey the key of the region there, 0..4294967295
     * @return done as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> write(MemoryRegion mr, long offset, long length, long remoteAddr, long rkey) {
        return sends.lend(mr, offset, length, WcOpcode.RDMA_WRITE, wr -> wr.write(remoteAddr, rkey));
    }

    /**
     * Writes to the peer's memory and completes one of its receives. RC and UC.
     *
     * @param data as for {@link #send(ByteBuffer)}
     * @param remoteAddr the address of the first byte there, as the peer knows it: {@link MemoryRegion#iova()}
     * @param rkey the key of the region there, 0..4294967295
     * @param immData 32 bits, which the peer reads as the same number
     * @return done as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> writeImm(ByteBuffer data, long remoteAddr, long rkey, int immData) {
        return sends.give(data, WcOpcode.RDMA_WRITE, wr -> wr.writeImm(remoteAddr, rkey, immData));
    }

    /**
     * Writes a part of a region to the peer's memory and completes one of its receives. RC and UC.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes, 0..4294967295
     * @param remoteAddr the address of the first byte there, as the peer knows it: {@link MemoryRegion#iova()}
     * @param rkey the key of the region there, 0..4294967295
     * @param immData 32 bits, which the peer reads as the same number
     * @return done as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> writeImm(
            MemoryRegion mr, long offset, long length, long remoteAddr, long rkey, int immData) {
        return sends.lend(mr, offset, length, WcOpcode.RDMA_WRITE, wr -> wr.writeImm(remoteAddr, rkey, immData));
    }

    /**
     * Reads the peer's memory. RC only.
     *
     * @param length number of bytes, 0 to those of a buffer of the engine
     * @param remoteAddr the address of the first byte there, as the peer knows it: {@link MemoryRegion#iova()}
     * @param rkey the key of the region there, 0..4294967295
     * @return done with a copy of the bytes, in big-endian order
     */
    public CompletableFuture<ByteBuffer> read(int length, long remoteAddr, long rkey) {
        return sends.fetch(
                length, WcOpcode.RDMA_READ, wr -> wr.read(remoteAddr, rkey), buffer -> buffer.copy(0, length));
    }

    /**
     * Reads the peer's memory into a part of a region. RC only.
     *
     * @param mr the region, which the device may write to
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes, 0..4294967295
     * @param remoteAddr the address of the first byte there, as the peer knows it: {@link MemoryRegion#iova()}
     * @param rkey the key of the region there, 0..4294967295
     * @return done when the bytes are there
     */
    public CompletableFuture<Void> read(MemoryRegion mr, long offset, long length, long remoteAddr, long rkey) {
        return sends.lend(mr, offset, length, WcOpcode.RDMA_READ, wr -> wr.read(remoteAddr, rkey));
    }

    /**
     * Compares 64 bits of the peer's memory and replaces them if equal, which nothing can come between. RC only.
     *
     * @param remoteAddr the address of the first byte there, a multiple of 8
     * @param rkey the key of the region there, 0..4294967295
     * @param compare what is expected, any 64 bits
     * @param swap what replaces it, any 64 bits
     * @return done with what was there before, in the byte order of this machine
     */
    public CompletableFuture<Long> compareSwap(long remoteAddr, long rkey, long compare, long swap) {
        return sends.fetch(
                Long.BYTES,
                WcOpcode.COMP_SWAP,
                wr -> wr.compareSwap(remoteAddr, rkey, compare, swap),
                AsyncQueuePair::number);
    }

    /**
     * Adds to 64 bits of the peer's memory, which nothing can come between. RC only.
     *
     * @param remoteAddr the address of the first byte there, a multiple of 8
     * @param rkey the key of the region there, 0..4294967295
     * @param add what is added, modulo 2<sup>64</sup>
     * @return done with what was there before, in the byte order of this machine
     */
    public CompletableFuture<Long> fetchAdd(long remoteAddr, long rkey, long add) {
        return sends.fetch(
                Long.BYTES, WcOpcode.FETCH_ADD, wr -> wr.fetchAdd(remoteAddr, rkey, add), AsyncQueuePair::number);
    }

    /** Devices put the answer of an atomic operation into memory as the processor reads it. */
    private static Long number(BufferPool.Buffer buffer) {
        return buffer.view().duplicate().order(ByteOrder.nativeOrder()).getLong(0);
    }

    // ---------------------------------------------------------------- room

    /**
     * Waits until the send queue has room for a send, write, read or atomic. Another thread may be faster; the call fails
     * then as it does without waiting. Not to be called from what depends on a future: who waits there makes no progress.
     *
     * @param timeout how long at most; zero or less does not wait
     * @return whether there is room; also true when everything has failed
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitSendRoom(Duration timeout) throws InterruptedException {
        return sends.room().await(timeout);
    }

    /**
     * How many sends, writes, reads and atomics can be posted now.
     *
     * @return the number of free work requests of the send queue, from 0
     */
    public int sendRoom() {
        return sends.room().free();
    }

    /**
     * How many receives can be posted now.
     *
     * @return the number of free work requests of the receive queue, from 0
     */
    public int recvRoom() {
        return recvs.room().free();
    }

    // ---------------------------------------------------------------- close

    void abandonAll(Throwable why) {
        underWay.abandonAll(why);
    }

    /**
     * Moves the queue pair to ERR, waits until everything under way has been flushed, so that the device touches no
     * buffer any more, and destroys it. Futures that are still open fail, with a {@link WorkRequestException} of status
     * {@link org.verbena.WcStatus#WR_FLUSH_ERR}. A device that does not flush is waited for 5 seconds; what it has not
     * completed then fails with {@link ClosedHandleException}. It may be called from what depends on a future. Closing a
     * closed one does nothing.
     *
     * @throws VerbsException if the driver does not destroy it, {@link org.verbena.Errno#EBUSY} while it belongs to a
     *     multicast group; nothing can be posted any more then, and it can be closed again
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return; // what depends on a future closes what is being closed
        }
        boolean done = false;
        try {
            underWay.close();
            flush();
            qp.close();
            // Without its queue pair the device writes to no buffer any more: they may be used again.
            underWay.abandonAll(new ClosedHandleException("ibv_destroy_qp", toString()));
            engine.detach(this);
            done = true;
        } finally {
            if (!done) {
                closing.set(false);
            }
        }
    }

    private void flush() {
        try {
            qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
        } catch (VerbsException e) {
            // In RESET there is nothing to flush, and a device that is gone does not answer: the time limit holds then.
        }
        long end = System.nanoTime() + FLUSH.toNanos();
        while (isBusy() && engine.failure() == null && System.nanoTime() - end < 0) {
            if (engine.progress() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private boolean isBusy() {
        return sends.room().taken() > 0 || recvs.room().taken() > 0;
    }

    @Override
    public String toString() {
        return underWay.toString();
    }
}
