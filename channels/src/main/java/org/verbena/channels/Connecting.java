// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.stream.ConnectAttempt;
import org.verbena.channels.stream.NoRdmaException;
import org.verbena.channels.stream.RdmaStream;
import org.verbena.channels.stream.StreamObserver;

/**
 * The way of a channel to its connection: bound, connecting, connected. The addresses decide whether it is RDMA or TCP.
 * The locks of the channel guard it, except the methods that only read.
 */
final class Connecting {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final RdmaSelectorProvider provider;
    private final ChannelOptions options;
    private final StreamObserver observer;
    private final ThreadWait thread = new ThreadWait();

    private volatile @Nullable ConnectAttempt attempt;
    private volatile @Nullable SocketChannel tcp;
    private volatile @Nullable InetSocketAddress bound;
    private volatile @Nullable IOException failure;
    private @Nullable InetSocketAddress peer;

    /** Set if TCP continues although an RDMA device reaches the peer. */
    private boolean fellBack;

    private volatile boolean cancelled;

    Connecting(RdmaSelectorProvider provider, ChannelOptions options, StreamObserver observer) {
        this.provider = provider;
        this.options = options;
        this.observer = observer;
    }

    /** Returns the TCP channel, null if it is RDMA or not decided. */
    @Nullable
    SocketChannel tcp() {
        return tcp;
    }

    /** Returns the local address of an RDMA attempt, null if it is not bound. */
    @Nullable
    InetSocketAddress bound() {
        return bound;
    }

    boolean isBound() {
        return bound != null || tcp != null;
    }

    void bind(InetSocketAddress address, boolean blocking) throws IOException {
        try {
            ConnectAttempt prepared = provider.runtime().bind(address, options.stream(), observer);
            attempt = prepared;
            bound = prepared.localAddress();
        } catch (NoRdmaException e) {
            openTcp(e, address, blocking);
        }
    }

    private SocketChannel openTcp(NoRdmaException cause, @Nullable InetSocketAddress address, boolean blocking)
            throws IOException {
        SocketChannel channel = provider.tcpSocketChannel(cause);
        try {
            options.applyTo(channel);
            channel.configureBlocking(blocking);
            if (address != null) {
                channel.bind(address);
            }
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
        tcp = channel;
        if (cancelled) {
            channel.close();
            throw new AsynchronousCloseException();
        }
        return channel;
    }

    /** Starts. Returns whether the connection is established, which RDMA never is at once in non-blocking mode. */
    private boolean start(InetSocketAddress address, boolean blocking) throws IOException {
        peer = address;
        SocketChannel channel = tcp;
        if (channel != null) {
            return channel.connect(address);
        }
        ConnectAttempt started = attempt;
        if (started == null) {
            try {
                started = provider.runtime().bind(null, options.stream(), observer);
            } catch (NoRdmaException e) {
                return openTcp(e, null, blocking).connect(address);
            }
            attempt = started;
        }
        if (cancelled) {
            started.cancel();
        }
        started.connect(address);
        return blocking && advance(true);
    }

    /** Returns whether an RDMA attempt has ended, or the result waits. */
    boolean isEnded() {
        ConnectAttempt current = attempt;
        return failure != null || (tcp == null && current != null && current.isEnded());
    }

    /**
     * Takes the result of an attempt that has ended, and continues by TCP if no RDMA device reaches the peer.
     *
     * @return whether the connection is established
     */
    private boolean advance(boolean blocking) throws IOException {
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
        SocketChannel channel = tcp;
        if (channel != null) {
            return channel.finishConnect();
        }
        ConnectAttempt current = attempt;
        if (current == null || !current.isEnded()) {
            return false;
        }
        try {
            current.result();
            return true;
        } catch (NoRdmaException e) {
            InetSocketAddress local = bound;
            fellBack = current.fellBack();
            attempt = null;
            bound = null;
            return openTcp(e, local, blocking).connect(peer);
        }
    }

    /**
     * Starts if there is a peer, then continues, and waits if the channel blocks.
     *
     * @return whether the connection is established
     */
    boolean run(RdmaSocketChannel channel, @Nullable InetSocketAddress address, long timeout) throws IOException {
        boolean blocking = channel.isBlocking();
        boolean done = false;
        try {
            if (blocking) {
                channel.beginCall();
            }
            done = address == null ? advance(blocking) : start(address, blocking);
            if (blocking && !done) {
                done = await(channel, timeout);
            }
            InetSocketAddress to = peer;
            if (done && fellBack && to != null) {
                provider.runtime().addWithoutRdma(to);
            }
        } finally {
            if (blocking) {
                channel.endCall(done);
            }
        }
        return done;
    }

    /**
     * Waits for the connection within a time in milliseconds, 0 for no limit. Returns false if the channel is closed.
     */
    private boolean await(RdmaSocketChannel channel, long timeout) throws IOException {
        long deadline = System.nanoTime() + timeout * NANOS_PER_MILLI;
        boolean done = false;
        thread.begin();
        try {
            while (!done && channel.isOpen()) {
                long rest = timeout == 0 ? 0 : deadline - System.nanoTime();
                if (rest < 0) {
                    throw new SocketTimeoutException("Connect timed out");
                }
                if (!isEnded()) {
                    thread.park(rest);
                }
                done = channel.isOpen() && advance(true);
            }
        } finally {
            thread.end();
        }
        return done;
    }

    /** Wakes the thread that waits. */
    void wake() {
        thread.wake();
    }

    /** Advances for a selector. A failure is kept for the application. Returns whether TCP continues. */
    boolean advanceToTcp() {
        try {
            return failure == null && !advance(false) && tcp != null;
        } catch (IOException e) {
            failure = e;
            return false;
        }
    }

    /** Returns the stream of an established connection, null if it is TCP. */
    @Nullable
    RdmaStream stream() throws IOException {
        ConnectAttempt current = attempt;
        return tcp == null && current != null ? current.result() : null;
    }

    /** Gives up. */
    void cancel() throws IOException {
        cancelled = true;
        ConnectAttempt current = attempt;
        if (current != null) {
            current.cancel();
        }
        SocketChannel channel = tcp;
        if (channel != null) {
            channel.close();
        }
    }
}
