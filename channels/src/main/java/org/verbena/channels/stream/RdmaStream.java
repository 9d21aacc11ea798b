package org.verbena.channels.stream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.ProtocolException;
import org.verbena.channels.rsocket.Rsocket;
import org.verbena.cm.CmId;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;

/**
 * A stream of bytes over a queue pair. All methods are safe for use by several threads, and none waits. One lock guards the
 * state; no observer is called while it is held.
 */
public final class RdmaStream {
    private final StreamRuntime runtime;
    private final CmId id;
    private final StreamResources resources;
    private final Rsocket rsocket;
    private final CompletionEvents sendEvents = new CompletionEvents(this);
    private final CompletionEvents recvEvents = new CompletionEvents(this);
    private final CompletionReader reader;
    private final MessageSender sender;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch destroyed = new CountDownLatch(1);
    private final AtomicBoolean claimed = new AtomicBoolean();

    private volatile StreamObserver observer = StreamObserver.NONE;
    private volatile @Nullable InetSocketAddress localAddress;
    private volatile @Nullable InetSocketAddress peerAddress;

    private boolean outputShut;
    private boolean inputShut;

    /** The queue pair transfers nothing any more. */
    private boolean broken;

    /** The peer has broken the protocol. Its later messages do not count. */
    private boolean violated;

    private boolean closing;
    private boolean closed;

    /** The calls that wait for an event, as bits of {@link Readiness}. */
    private int wanted;

    RdmaStream(StreamRuntime runtime, CmId id, StreamSettings settings) {
        this.runtime = runtime;
        this.id = id;
        DeviceContext context = id.verbs().orElseThrow();
        resources = new StreamResources(id, settings, runtime.completionChannel(context), sendEvents, recvEvents);
        rsocket = resources.protocol();
        reader = new CompletionReader(context, resources, rsocket);
        sender = new MessageSender(context, resources, rsocket);
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
            sender.connected(peer);
            rsocket.connected(peer);
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
            progress(Readiness.READ);
        } finally {
            lock.unlock();
        }
    }

    /** Sets the owner. */
    public void observe(StreamObserver value) {
        observer = value;
    }

    /** Returns the local address, null before the stream is connected. */
    public @Nullable InetSocketAddress localAddress() {
        return localAddress;
    }

    /** Returns the address of the peer, null before the stream is connected. */
    public @Nullable InetSocketAddress peerAddress() {
        return peerAddress;
    }

    /** Returns the bytes of the send ring. */
    public int sendBuffer() {
        return resources.sendBuffer();
    }

    /** Returns the size of the receive ring in bytes. */
    public int receiveBuffer() {
        return resources.receiveBuffer();
    }

    // ---------------------------------------------------------------- reading and writing

    /** Reads bytes. Returns their number: 0 if none has arrived, -1 at the end of the stream. Throws after a reset. */
    public int read(BufferList target) throws IOException {
        lock.lock();
        try {
            if (closing) {
                throw new SocketException("Socket closed");
            }
            int count = take(target);
            if (count == 0) {
                progress(Readiness.READ);
                count = take(target);
            }
            if (count > 0) {
                sendControl();
                return count;
            }
            if (inputShut) {
                return -1;
            }
            if (!rsocket.isPeerReset() && rsocket.isAtEnd()) {
                return -1;
            }
            if (broken || rsocket.isPeerReset()) {
                throw new SocketException("Connection reset");
            }
            return 0;
        } finally {
            lock.unlock();
        }
    }

    private int take(BufferList target) {
        int count = 0;
        int length = Math.min(rsocket.in().contiguous(), target.remaining());
        while (length > 0) {
            target.copyFrom(resources.ringBytes, rsocket.in().position(), length);
            target.advance(length);
            rsocket.in().consumed(length);
            count += length;
            length = Math.min(rsocket.in().contiguous(), target.remaining());
        }
        return count;
    }

    /** Returns the number of bytes that a read takes without waiting. */
    public int available() {
        lock.lock();
        try {
            progress(Readiness.READ);
            return rsocket.in().readable();
        } finally {
            lock.unlock();
        }
    }

    /** Sends as many bytes as the peer and this device can take now. Returns their number. Throws after the end. */
    public int write(BufferList source) throws IOException {
        lock.lock();
        try {
            requireWritable();
            int count = 0;
            boolean polled = false;
            while (source.remaining() > 0 && !isEnded()) {
                int length = rsocket.out().sendable(source.remaining(), resources.maxInline);
                if (length > 0) {
                    send(source, length);
                    count += length;
                } else if (polled) {
                    break;
                } else {
                    progress(Readiness.WRITE);
                }
                polled = length == 0;
            }
            if (count == 0) {
                requireWritable();
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    private boolean isEnded() {
        return broken || closing || rsocket.isPeerReset() || rsocket.isPeerDisconnected();
    }

    private void requireWritable() throws IOException {
        if (closing) {
            throw new SocketException("Socket closed");
        }
        if (isEnded()) {
            throw new IOException("Broken pipe");
        }
    }

    private void send(BufferList source, int length) {
        try {
            sender.send(source, length);
        } catch (VerbsException e) {
            fail(e);
        }
    }

    private void sendControl() {
        if (broken) {
            return;
        }
        try {
            sender.sendControl();
            if (rsocket.isControlWaiting()) {
                sendEvents.arm(resources.sendCq);
            }
        } catch (VerbsException e) {
            fail(e);
        }
    }

    private void fail(VerbsException e) {
        broken = true;
        if (!closing) {
            StreamRuntime.log("the stream to " + peerAddress + " has failed", e);
        }
    }

    // ---------------------------------------------------------------- completions

    /** Handles the completions that matter for the given calls, and sends control messages that are due. */
    private void progress(int calls) {
        if (closed || violated) {
            return;
        }
        try {
            reader.pollReceives();
            if ((calls & Readiness.WRITE) != 0 || closing || rsocket.isControlWaiting()) {
                reader.pollSends();
            }
            broken |= reader.isFlushed();
            sendControl();
        } catch (ProtocolException e) {
            violated = true;
            broken = true;
            rsocket.shutdownInput();
            StreamRuntime.warn("disconnected from " + peerAddress + ": " + e.getMessage());
            runtime.disconnect(this);
        } catch (VerbsException e) {
            fail(e);
        }
    }

    /** Takes an event of a completion queue. */
    void onEvent(CompletionEvents events, CompletionQueue cq) {
        lock.lock();
        try {
            if (!closed) {
                events.onEvent(cq);
            }
        } finally {
            lock.unlock();
        }
        react(0);
    }

    /** Handles the completions for the given calls and for those that wait, and reports the calls that no longer wait. */
    private void react(int calls) {
        int ready;
        lock.lock();
        try {
            progress(wanted | calls);
            ready = settle();
        } catch (ClosedHandleException e) {
            return; // the stream was closed meanwhile
        } finally {
            lock.unlock();
        }
        finishIfIdle();
        if (ready != 0) {
            observer.onReady(ready);
        }
    }

    /** Requests events for the calls that still wait. Returns those that do not. */
    private int settle() {
        int ready = ready() & wanted;
        wanted &= ~ready;
        while (wanted != 0 || closing || isDiscarding()) {
            arm(closing ? Readiness.WRITE : wanted);
            progress(wanted);
            int more = ready() & wanted;
            if (more == 0) {
                break;
            }
            ready |= more;
            wanted &= ~more;
        }
        return ready;
    }

    /** Returns whether bytes arrive that no reader waits for. Their credits must go back to the peer. */
    private boolean isDiscarding() {
        return inputShut && !broken && !rsocket.isPeerEnded();
    }

    private void arm(int calls) {
        if (closed) {
            return;
        }
        recvEvents.arm(resources.recvCq);
        if ((calls & Readiness.WRITE) != 0) {
            sendEvents.arm(resources.sendCq);
        }
    }

    // ---------------------------------------------------------------- readiness

    private int ready() {
        boolean readable = isEnded() || inputShut || rsocket.in().readable() > 0 || rsocket.isAtEnd();
        boolean writable = isEnded() || outputShut || rsocket.isWritable();
        return (readable ? Readiness.READ : 0) | (writable ? Readiness.WRITE : 0);
    }

    /** Returns the calls that do not wait, out of the given ones. */
    public int poll(int calls) {
        lock.lock();
        try {
            int ready = ready() & calls;
            if (ready != calls) {
                progress(calls);
                ready = ready() & calls;
            }
            return ready;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the same. If there is none, the owner learns when one of them no longer waits. */
    public int await(int calls) {
        int all;
        lock.lock();
        try {
            progress(calls);
            all = ready() & calls;
            if (all == 0) {
                wanted |= calls;
                all = settle();
            }
        } finally {
            lock.unlock();
        }
        if ((all & ~calls) != 0) {
            observer.onReady(all & ~calls); // the completions were those that another call waits for
        }
        return all & calls;
    }

    // ---------------------------------------------------------------- ending

    /** Sends the end of the stream behind the bytes that were written. */
    public void shutdownOutput() {
        lock.lock();
        try {
            outputShut = true;
            rsocket.shutdownOutput();
            sendControl();
        } finally {
            lock.unlock();
        }
        observer.onReady(Readiness.WRITE);
    }

    /** Discards the bytes that are unread, and those that arrive later. */
    public void shutdownInput() {
        int ready = Readiness.READ;
        lock.lock();
        try {
            inputShut = true;
            rsocket.shutdownInput();
            progress(Readiness.READ);
            ready |= settle();
        } finally {
            lock.unlock();
        }
        observer.onReady(ready);
    }

    /** Ends the connection, behind the bytes that were written, or with a reset for the peer. */
    public void close(boolean abort) {
        lock.lock();
        try {
            if (closing) {
                return;
            }
            closing = true;
            rsocket.close(abort);
            sendControl();
            settle();
        } catch (VerbsException e) {
            broken = true;
        } finally {
            lock.unlock();
        }
        observer.onReady(Readiness.READ | Readiness.WRITE);
        if (!finishIfIdle()) {
            runtime.destroyLater(this);
        }
    }

    /** Waits until a closed stream has delivered its bytes, for a limited time. */
    public void awaitDelivery(int seconds) {
        try {
            destroyed.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
            isOver = broken || rsocket.isIdle();
            if (!closing) {
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

    /** Frees all objects. The runtime calls it once, in its own thread. */
    void destroy() {
        lock.lock();
        try {
            closing = true;
            closed = true;
        } finally {
            lock.unlock();
        }
        try {
            id.disconnect();
        } catch (VerbsException e) {
            // Never connected, or disconnected already.
        }
        resources.close();
        try {
            id.close();
        } catch (VerbsException e) {
            StreamRuntime.log("an identifier of a closed stream stays open", e);
        }
        destroyed.countDown();
    }
}
