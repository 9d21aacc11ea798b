// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.cm.CmId;
import org.verbena.error.VerbsException;

/**
 * A stream of bytes over a queue pair. All methods are safe for use by several threads, and none waits, except
 * {@link #awaitDelivery}. One lock guards the state. No observer and no log handler is called while it is held.
 */
public final class RdmaStream {
    private final StreamRuntime runtime;
    private final CmId id;
    private final StreamResources resources;
    private final StreamState state;
    private final StreamMemory memory;
    private final StackSafeLock lock = new StackSafeLock();
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final CountDownLatch destroyed = new CountDownLatch(1);

    private volatile StreamObserver observer = StreamObserver.NONE;
    private volatile @Nullable InetSocketAddress localAddress;
    private volatile @Nullable InetSocketAddress peerAddress;

    RdmaStream(StreamRuntime runtime, CmId id, StreamSettings settings) {
        this.runtime = runtime;
        this.id = id;
        DeviceContext context = id.verbs().orElseThrow();
        CompletionEvents sendEvents = new CompletionEvents(this);
        CompletionEvents recvEvents = new CompletionEvents(this);
        resources = new StreamResources(id, settings, runtime.device(context), sendEvents, recvEvents);
        try {
            state = new StreamState(this, runtime, context, resources, sendEvents, recvEvents);
            memory = new StreamMemory(this, resources, state, lock);
        } catch (RuntimeException | Error e) {
            resources.release();
            throw e;
        }
    }

    // ---------------------------------------------------------------- connecting

    CmId id() {
        return id;
    }

    /** Returns the private data for the peer. */
    ByteBuffer connectionData() {
        return resources.data().encode();
    }

    /** Starts with the data of the peer. Nothing is sent before {@link #established}. */
    void connected(ConnectionData peer) {
        lock.lock();
        try {
            state.connected(peer);
        } finally {
            lock.unlock();
        }
    }

    /** Records the addresses, and sends the credits that are due. */
    void established() {
        localAddress = id.localAddress().orElse(null);
        peerAddress = id.peerAddress().orElse(null);
        lock.lock();
        try {
            state.progress(Readiness.READ);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sets the owner.
     *
     * @param value the owner
     */
    public void observe(StreamObserver value) {
        observer = value;
    }

    /**
     * Returns the local address.
     *
     * @return the address and port, null before the stream is connected
     */
    public @Nullable InetSocketAddress localAddress() {
        return localAddress;
    }

    /**
     * Returns the address of the peer.
     *
     * @return the address and port, null before the stream is connected
     */
    public @Nullable InetSocketAddress peerAddress() {
        return peerAddress;
    }

    /** {@return the size of the send ring} */
    public int sendBuffer() {
        return resources.sendBuffer();
    }

    /** {@return the size of the receive ring} */
    public int receiveBuffer() {
        return resources.receiveBuffer();
    }

    /**
     * Returns the size of this side's I/O map.
     *
     * @return the mappings that the peer can have at a time
     */
    public int ioMapSize() {
        return resources.ioMapSize;
    }

    /**
     * Returns the operations on memory other than the rings.
     *
     * @return the operations of this stream
     */
    public StreamMemory memory() {
        return memory;
    }

    // ---------------------------------------------------------------- reading and writing

    /**
     * Reads bytes that have arrived.
     *
     * @param target the buffers, at least one byte
     * @return the number of bytes; 0 if none has arrived, -1 at the end of the stream
     * @throws IOException if the peer has reset the connection or has disappeared, or this stream is closed
     */
    public int read(BufferList target) throws IOException {
        lock.lock();
        try {
            return state.read(target);
        } finally {
            lock.unlock();
        }
    }

    /** {@return the number of bytes that a read takes without waiting} */
    public int available() {
        lock.lock();
        try {
            return state.available();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends as many bytes as the peer and this device can take now.
     *
     * @param source the buffers
     * @return the number of bytes, 0 or more
     * @throws IOException if the connection has ended, or this stream is closed
     */
    public int write(BufferList source) throws IOException {
        lock.lock();
        try {
            return state.write(source);
        } finally {
            lock.unlock();
        }
    }

    // ---------------------------------------------------------------- checking the peer

    /**
     * Starts or ends checks of the peer, at the interval of the runtime. A check is a message without bytes. The queue
     * pair fails if nothing acknowledges it.
     *
     * @param on whether to check
     * @return false if the runtime is closing
     */
    public boolean setKeepAlive(boolean on) {
        return runtime.setKeepAlive(this, on);
    }

    void keepAlive() {
        lock.lock();
        try {
            state.keepAlive();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether the connection has not ended; true as long as the peer may write} */
    public boolean isConnected() {
        react(Readiness.READ);
        lock.lock();
        try {
            return !state.isEnded();
        } finally {
            lock.unlock();
        }
    }

    // ---------------------------------------------------------------- waiting

    /**
     * Returns the calls that do not wait.
     *
     * @param calls the calls of interest, bits of {@link Readiness}
     * @return those of them that do not wait
     */
    public int poll(int calls) {
        lock.lock();
        try {
            return state.poll(calls);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the calls that do not wait. If there is none, the owner learns when one of them no longer waits.
     *
     * @param calls the calls of interest, bits of {@link Readiness}
     * @return those of them that do not wait
     */
    public int await(int calls) {
        int ready;
        lock.lock();
        try {
            ready = state.await(calls);
        } finally {
            lock.unlock();
        }
        if ((ready & ~calls) != 0) {
            observer.onReady(ready & ~calls); // the completions were those that another call waits for
        }
        return ready & calls;
    }

    /** Takes an event of a completion queue. */
    void onEvent(CompletionEvents events, CompletionQueue cq) {
        lock.lock();
        try {
            if (!state.isClosed()) {
                events.onEvent(cq);
            }
        } finally {
            lock.unlock();
        }
        react(0);
    }

    /**
     * Handles the completions for the given calls and for those that wait, and reports the calls that no longer wait.
     */
    void react(int calls) {
        int ready;
        lock.lock();
        try {
            ready = state.react(calls);
        } finally {
            lock.unlock();
        }
        finishIfIdle();
        if (ready != 0) {
            observer.onReady(ready);
        }
    }

    // ---------------------------------------------------------------- ending

    /** Sends the end of the stream behind the bytes that were written. */
    public void shutdownOutput() {
        lock.lock();
        try {
            state.shutdownOutput();
        } finally {
            lock.unlock();
        }
        observer.onReady(Readiness.WRITE | Readiness.IO_WRITE);
    }

    /** Discards the bytes that are unread, and those that arrive later. */
    public void shutdownInput() {
        int ready;
        lock.lock();
        try {
            ready = state.shutdownInput();
        } finally {
            lock.unlock();
        }
        observer.onReady(ready);
    }

    /**
     * Ends the connection. The bytes that were written are delivered first, within the time of the settings. Later
     * calls have no effect.
     *
     * @param abort whether the peer shall see a reset
     */
    public void close(boolean abort) {
        lock.lock();
        try {
            if (!state.close(abort)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        observer.onReady(Readiness.READ | Readiness.WRITE | Readiness.IO_WRITE);
        if (!finishIfIdle()) {
            runtime.destroyLater(this);
        }
    }

    /**
     * Waits until a closed stream has delivered its bytes.
     *
     * @param seconds the maximum time
     */
    public void awaitDelivery(int seconds) {
        try {
            destroyed.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the connection, because the device is gone or the kernel has given it up. */
    void onFailure() {
        lock.lock();
        try {
            state.setBroken();
        } finally {
            lock.unlock();
        }
        react(0);
    }

    /** Moves the queue pair to the error state, which flushes it, and tells the peer. */
    void disconnect() {
        try {
            id.disconnect();
        } catch (VerbsException e) {
            // The kernel has ended the connection. Completions tell the rest.
        }
        react(Readiness.READ | Readiness.WRITE);
    }

    /** Destroys a closed stream if nothing is in flight. Returns false if a message is. */
    private boolean finishIfIdle() {
        boolean isOver;
        lock.lock();
        try {
            isOver = state.isIdle();
            if (!state.isClosing()) {
                return true;
            }
        } finally {
            lock.unlock();
        }
        if (isOver) {
            runtime.destroy(this);
        }
        return isOver;
    }

    /** Claims the right to destroy the stream. Returns false if another caller has it. */
    boolean claim() {
        return !claimed.getAndSet(true);
    }

    boolean isClaimed() {
        return claimed.get();
    }

    /** Frees all objects. The runtime calls it once, in its own thread. */
    void destroy() {
        lock.lock();
        try {
            state.setClosed();
        } finally {
            lock.unlock();
        }
        resources.close();
        lock.lock();
        try {
            state.releaseLent();
        } finally {
            lock.unlock();
        }
        destroyed.countDown();
    }
}
