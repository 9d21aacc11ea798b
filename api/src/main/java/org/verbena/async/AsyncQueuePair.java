// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.SendWr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.WcOpcode;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.memory.PooledBuffer;
import org.verbena.memory.RemoteMemory;

/**
 * A queue pair whose work requests are calls that return futures. {@link ProgressEngine#attach} creates it. Each call
 * completes its future exactly once: with its result, or with a {@link WorkRequestException} if the work request
 * completed with an error. If the work request was not posted, the future fails with another exception:
 *
 * <ul>
 * <li>{@link PostException} with {@link PostException#isQueueFull()} if a limit of calls in flight is reached: the work
 *     requests that the queue was granted, the entries of the engine, and, for data in a {@link ByteBuffer}, the
 *     buffers of the engine. {@link #awaitSendSlot} waits for the first of these;
 * <li>{@link org.verbena.error.InvalidRequestException} for an argument that a work request cannot contain;
 * <li>{@link ClosedHandleException} after {@link #close};
 * <li>{@link VerbsException} if the device rejected the work request, for example a send in a state before RTS;
 * <li>{@link IllegalStateException} if the arena of a {@link ByteBuffer} is closed;
 * <li>the exception that ended the {@linkplain ProgressEngine engine}, if it has ended.
 * </ul>
 *
 * No call throws for these reasons, and no call blocks. A call throws an {@link Error}, for example
 * {@link OutOfMemoryError}. The call then keeps no buffer and no slot of a queue, unless the Error occurred during the
 * driver call. In that case the device may have the work request. Its buffer and slot become free when a later work
 * request of that queue completes. Cancelling or timing out a future does not stop the device. The resources of the
 * call stay in use until its completion arrives.
 *
 * <p>A call copies the data of a {@link ByteBuffer} from its position to its limit, so the caller may change the buffer
 * after the call returns. A {@link MemoryRegion} must stay open until the future completes, and the application must
 * not touch the part in use. The region must belong to the protection domain of the queue pair. It needs
 * {@link org.verbena.attr.AccessFlag#LOCAL_WRITE} if the device writes to it.
 *
 * <p>To receive a message, the application must call {@link #recv()} before the message arrives. Receives take messages
 * in the order of the calls. Safe for use by several threads.
 */
public final class AsyncQueuePair implements AutoCloseable {
    private static final Duration FLUSH = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = 20_000;

    private final ProgressEngine engine;
    private final QueuePair qp;
    private final InFlightRequests inFlight;
    private final AsyncSendQueue sends;
    private final AsyncRecvQueue recvs;
    private final AtomicBoolean closing = new AtomicBoolean();

    AsyncQueuePair(ProgressEngine engine, QueuePair qp, EngineBuffers buffers, SlotTable slots) {
        this.engine = engine;
        this.qp = qp;
        this.inFlight = new InFlightRequests(engine, slots, buffers, "queue pair " + qp.qpNum());
        this.sends = new AsyncSendQueue(qp, inFlight);
        this.recvs = new AsyncRecvQueue(qp, inFlight);
    }

    /**
     * {@return the queue pair, for connecting, querying and modifying it; other code must not post to it, and {@link
     * #close} closes it}
     */
    public QueuePair qp() {
        return qp;
    }

    // ---------------------------------------------------------------- send and receive

    /**
     * Sends a message. RC and UC.
     *
     * @param data the data; its maximum length is the {@linkplain ProgressEngine.Builder#bufferSize buffer size of the
     *     engine}, or {@code grantedCap().maxInlineData()} if that is larger; may be empty
     * @return a future that completes when the peer has the message (RC), or when it has left the device (UC)
     */
    public CompletableFuture<Void> send(ByteBuffer data) {
        return sends.give(data, WcOpcode.SEND, SendWr::send);
    }

    /**
     * Sends a message with immediate data. RC and UC.
     *
     * @param data the data, as for {@link #send(ByteBuffer)}
     * @param immData 32 bits, which the peer receives as the same number
     * @return a future that completes as for {@link #send(ByteBuffer)}
     */
    public CompletableFuture<Void> sendImm(ByteBuffer data, int immData) {
        return sends.give(data, WcOpcode.SEND, wr -> wr.sendImm(immData));
    }

    /**
     * Sends a part of a region. RC and UC.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length the number of bytes, 0..4294967295
     * @return a future that completes as for {@link #send(ByteBuffer)}
     */
    public CompletableFuture<Void> send(MemoryRegion mr, long offset, long length) {
        return sends.lend(mr, offset, length, WcOpcode.SEND, SendWr::send);
    }

    /**
     * Sends a datagram. UD.
     *
     * @param data the data, as for {@link #send(ByteBuffer)}
     * @param to the receiver
     * @return a future that completes when the datagram has left the device
     */
    public CompletableFuture<Void> send(ByteBuffer data, Destination to) {
        return sends.give(data, WcOpcode.SEND, wr -> address(wr.send(), to));
    }

    /**
     * Sends a datagram with immediate data. UD.
     *
     * @param data the data, as for {@link #send(ByteBuffer)}
     * @param immData 32 bits, which the peer receives as the same number
     * @param to the receiver
     * @return a future that completes when the datagram has left the device
     */
    public CompletableFuture<Void> sendImm(ByteBuffer data, int immData, Destination to) {
        return sends.give(data, WcOpcode.SEND, wr -> address(wr.sendImm(immData), to));
    }

    /**
     * Sends a part of a region as a datagram. UD.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length the number of bytes, 0..4294967295
     * @param to the receiver
     * @return a future that completes when the datagram has left the device
     */
    public CompletableFuture<Void> send(MemoryRegion mr, long offset, long length, Destination to) {
        return sends.lend(mr, offset, length, WcOpcode.SEND, wr -> address(wr.send(), to));
    }

    private static SendWr address(SendWr wr, Destination to) {
        return wr.to(to.address(), to.qpNum(), to.qkey());
    }

    /**
     * Receives a message of at most the size of an engine buffer, minus 40 bytes for datagrams. If the message is
     * longer, the receive fails with {@link org.verbena.attr.WcStatus#LOC_LEN_ERR}.
     *
     * @return a future that completes with a copy of the message when it has arrived
     */
    public CompletableFuture<Message> recv() {
        return recvs.copy();
    }

    /**
     * Receives a message into a part of a region. For a datagram, the first 40 bytes are reserved for the global route
     * header.
     *
     * @param mr the region, with write access for the device
     * @param offset the first byte, counted from the start of the region
     * @param length the number of bytes, 0..4294967295
     * @return a future that completes when a message has arrived; its result has a length but no data
     */
    public CompletableFuture<Message> recv(MemoryRegion mr, long offset, long length) {
        return recvs.into(mr, offset, length);
    }

    /**
     * Receives all messages. Keeps receives posted, and posts the next one before the consumer has the message, so that
     * the peer can have as many messages in flight. Messages arrive one at a time, in the order of the sends, in the
     * thread of the engine; the first ones can arrive in the calling thread.
     *
     * <p>The returned future never completes normally. It fails when a receive fails: with a {@link
     * WorkRequestException} when the queue pair is closed or the peer breaks the connection. It fails with the
     * exception of the consumer if that throws one, and can be cancelled. No further receive is posted then. Messages
     * that the posted receives take are lost.
     *
     * @param receives the number of receives to keep posted, from 1 to the granted {@code max_recv_wr}
     * @param consumer the consumer; it must not block, and may post
     * @return a future that fails when no more messages arrive
     * @throws IllegalArgumentException if the number is out of range
     */
    public CompletableFuture<Void> recvEach(int receives, Consumer<? super Message> consumer) {
        long most = qp.grantedCap().maxRecvWr();
        if (receives < 1 || receives > most) {
            throw new IllegalArgumentException(
                    "receives = " + receives + ", limit 1.." + most + ": the receive queue has no more work requests");
        }
        return new MessageReceiver(this::recv, consumer).start(receives);
    }

    // ---------------------------------------------------------------- memory of the peer

    /**
     * Writes to the memory of the peer, without notifying the peer. RC and UC.
     *
     * @param data the data, as for {@link #send(ByteBuffer)}
     * @param to the memory; the data goes to its start
     * @return a future that completes as for {@link #write(ByteBuffer, long, long)}; it fails with an
     *     {@link IndexOutOfBoundsException} if the data is longer than the memory
     */
    public CompletableFuture<Void> write(ByteBuffer data, RemoteMemory to) {
        if (data.remaining() > to.length()) {
            return CompletableFuture.failedFuture(new IndexOutOfBoundsException("length = " + data.remaining()
                    + ", limit " + to.length() + ": the data must fit into the memory of the peer"));
        }
        return write(data, to.address(), to.rkey());
    }

    /**
     * Reads the memory of the peer. RC only.
     *
     * @param from the memory; its length is limited to the buffer size of the engine
     * @return a future that completes with a copy of the bytes, in big-endian order
     */
    public CompletableFuture<ByteBuffer> read(RemoteMemory from) {
        // The engine rejects each length above its buffer size.
        return read((int) Math.min(from.length(), Integer.MAX_VALUE), from.address(), from.rkey());
    }

    /**
     * Writes to the memory of the peer, without notifying the peer. RC and UC.
     *
     * @param data the data, as for {@link #send(ByteBuffer)}
     * @param remoteAddr the address of the first byte in the region of the peer, see {@link MemoryRegion#iova()}
     * @param rkey the key of the region at the peer, 0..4294967295
     * @return a future that completes when the data is written (RC), or when it has left the device (UC)
     */
    public CompletableFuture<Void> write(ByteBuffer data, long remoteAddr, long rkey) {
        return sends.give(data, WcOpcode.RDMA_WRITE, wr -> wr.write(remoteAddr, rkey));
    }

    /**
     * Writes a part of a region to the memory of the peer, without notifying the peer. RC and UC.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length the number of bytes, 0..4294967295
     * @param remoteAddr the address of the first byte in the region of the peer, see {@link MemoryRegion#iova()}
     * @param rkey the key of the region at the peer, 0..4294967295
     * @return a future that completes as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> write(MemoryRegion mr, long offset, long length, long remoteAddr, long rkey) {
        return sends.lend(mr, offset, length, WcOpcode.RDMA_WRITE, wr -> wr.write(remoteAddr, rkey));
    }

    /**
     * Writes to the memory of the peer and completes one of its receives. RC and UC.
     *
     * @param data the data, as for {@link #send(ByteBuffer)}
     * @param remoteAddr the address of the first byte in the region of the peer, see {@link MemoryRegion#iova()}
     * @param rkey the key of the region at the peer, 0..4294967295
     * @param immData 32 bits, which the peer receives as the same number
     * @return a future that completes as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> writeImm(ByteBuffer data, long remoteAddr, long rkey, int immData) {
        return sends.give(data, WcOpcode.RDMA_WRITE, wr -> wr.writeImm(remoteAddr, rkey, immData));
    }

    /**
     * Writes a part of a region to the memory of the peer and completes one of its receives. RC and UC.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length the number of bytes, 0..4294967295
     * @param remoteAddr the address of the first byte in the region of the peer, see {@link MemoryRegion#iova()}
     * @param rkey the key of the region at the peer, 0..4294967295
     * @param immData 32 bits, which the peer receives as the same number
     * @return a future that completes as for {@link #write(ByteBuffer, long, long)}
     */
    public CompletableFuture<Void> writeImm(
            MemoryRegion mr, long offset, long length, long remoteAddr, long rkey, int immData) {
        return sends.lend(mr, offset, length, WcOpcode.RDMA_WRITE, wr -> wr.writeImm(remoteAddr, rkey, immData));
    }

    /**
     * Reads the memory of the peer. RC only.
     *
     * @param length the number of bytes, from 0 to the buffer size of the engine
     * @param remoteAddr the address of the first byte in the region of the peer, see {@link MemoryRegion#iova()}
     * @param rkey the key of the region at the peer, 0..4294967295
     * @return a future that completes with a copy of the bytes, in big-endian order
     */
    public CompletableFuture<ByteBuffer> read(int length, long remoteAddr, long rkey) {
        return sends.fetch(
                length, WcOpcode.RDMA_READ, wr -> wr.read(remoteAddr, rkey), buffer -> copy(buffer, 0, length));
    }

    /**
     * Reads the memory of the peer into a part of a region. RC only.
     *
     * @param mr the region, with write access for the device
     * @param offset the first byte, counted from the start of the region
     * @param length the number of bytes, 0..4294967295
     * @param remoteAddr the address of the first byte in the region of the peer, see {@link MemoryRegion#iova()}
     * @param rkey the key of the region at the peer, 0..4294967295
     * @return a future that completes when the region contains the bytes
     */
    public CompletableFuture<Void> read(MemoryRegion mr, long offset, long length, long remoteAddr, long rkey) {
        return sends.lend(mr, offset, length, WcOpcode.RDMA_READ, wr -> wr.read(remoteAddr, rkey));
    }

    /**
     * Atomically compares 64 bits in the memory of the peer, and replaces them if they are equal. RC only.
     *
     * @param remoteAddr the address of the first byte at the peer, a multiple of 8
     * @param rkey the key of the region at the peer, 0..4294967295
     * @param compare the expected value, any 64 bits
     * @param swap the new value, any 64 bits
     * @return a future that completes with the previous value, in the byte order of this machine
     */
    public CompletableFuture<Long> compareSwap(long remoteAddr, long rkey, long compare, long swap) {
        return sends.fetch(
                Long.BYTES,
                WcOpcode.COMP_SWAP,
                wr -> wr.compareSwap(remoteAddr, rkey, compare, swap),
                AsyncQueuePair::number);
    }

    /**
     * Atomically adds to 64 bits in the memory of the peer. RC only.
     *
     * @param remoteAddr the address of the first byte at the peer, a multiple of 8
     * @param rkey the key of the region at the peer, 0..4294967295
     * @param add the summand, modulo 2<sup>64</sup>
     * @return a future that completes with the previous value, in the byte order of this machine
     */
    public CompletableFuture<Long> fetchAdd(long remoteAddr, long rkey, long add) {
        return sends.fetch(
                Long.BYTES, WcOpcode.FETCH_ADD, wr -> wr.fetchAdd(remoteAddr, rkey, add), AsyncQueuePair::number);
    }

    /** Returns the result of an atomic operation, which devices write in native byte order. */
    private static Long number(PooledBuffer buffer) {
        return copy(buffer, 0, Long.BYTES).order(ByteOrder.nativeOrder()).getLong(0);
    }

    /** Returns a copy of a range of bytes. */
    static ByteBuffer copy(PooledBuffer buffer, int from, int length) {
        byte[] bytes = new byte[length];
        buffer.get(from, bytes);
        return ByteBuffer.wrap(bytes);
    }

    // ---------------------------------------------------------------- slots

    /**
     * Waits until the send queue has a free slot for a send, write, read or atomic. Another thread may take it first;
     * the next call then fails as it would without waiting. A dependent of a future must not call this method, since it
     * would block the thread that makes progress.
     *
     * @param timeout the maximum time to wait; zero or less does not wait
     * @return whether a slot is free; true also when all outstanding calls have failed
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitSendSlot(Duration timeout) throws InterruptedException {
        return sends.slotCounter().await(timeout);
    }

    /**
     * Returns how many sends, writes, reads and atomics can be posted now.
     *
     * @return the number of free work requests of the send queue, at least 0
     */
    public int sendSlots() {
        return sends.slotCounter().free();
    }

    /**
     * Returns how many receives can be posted now.
     *
     * @return the number of free work requests of the receive queue, at least 0
     */
    public int recvSlots() {
        return recvs.slotCounter().free();
    }

    // ---------------------------------------------------------------- close

    void abandonAll(Throwable why) {
        inFlight.abandonAll(why);
    }

    /**
     * Moves the queue pair to ERR, waits until all outstanding work requests have been flushed, and destroys the queue
     * pair. The device then no longer accesses any buffer. Open futures fail with a {@link WorkRequestException} of
     * status {@link org.verbena.attr.WcStatus#WR_FLUSH_ERR}.
     *
     * <p>If the device does not flush within 5 seconds, the remaining futures fail with {@link ClosedHandleException}.
     * A dependent of a future may call this method. Does nothing if already closed.
     *
     * @throws VerbsException if the driver does not destroy the queue pair, {@link org.verbena.error.Errno#EBUSY} while
     *     it belongs to a multicast group; it then accepts no more calls, and can be closed again
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return; // a dependent of a future may close a queue pair that is being closed
        }
        boolean done = false;
        try {
            inFlight.close();
            flush();
            qp.close();
            // The device no longer writes to buffers of a destroyed queue pair, so the buffers can be reused.
            inFlight.abandonAll(new ClosedHandleException("ibv_destroy_qp", toString()));
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
            // In RESET there is nothing to flush, and a removed device does not respond: the time limit applies.
        }
        long end = System.nanoTime() + FLUSH.toNanos();
        while (isBusy() && engine.failure() == null && System.nanoTime() - end < 0) {
            if (engine.progress() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private boolean isBusy() {
        return sends.slotCounter().taken() > 0 || recvs.slotCounter().taken() > 0;
    }

    @Override
    public String toString() {
        return inFlight.toString();
    }
}
