// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.stream.NoRdmaException;
import org.verbena.channels.stream.RdmaStream;
import org.verbena.channels.stream.StackSafeLock;
import org.verbena.channels.stream.StreamListener;

/**
 * A server socket channel. It listens for RDMA, for TCP, or for both: the wildcard address belongs to RDMA devices and
 * to others, and rdma_cm binds a loopback address to any device. A thread of the provider accepts the TCP connections,
 * so that both kinds arrive in one queue.
 */
final class RdmaServerSocketChannel extends ServerSocketChannel implements SelectableStream {
    private static final long NO_LIMIT = 0;
    private static final int DEFAULT_BACKLOG = 50;

    /** The attempts to find a port that is free for RDMA and for TCP. */
    private static final int PORT_ATTEMPTS = 32;

    private final RdmaSelectorProvider provider;
    private final ProtocolFamily family;
    private final ChannelOptions options;
    private final KeyList keys = new KeyList();
    private final StackSafeLock acceptLock = new StackSafeLock();
    private final ThreadWait acceptor = new ThreadWait();
    private final Object bindLock = new Object();
    private final Queue<SocketChannel> tcpAccepted = new ArrayDeque<>();
    private final ServerSocketAdaptor adaptor;

    private volatile @Nullable StreamListener listener;
    private volatile TcpAcceptor.@Nullable Registration tcp;
    private volatile @Nullable InetSocketAddress local;
    private int backlog;

    RdmaServerSocketChannel(RdmaSelectorProvider provider, ProtocolFamily family) throws IOException {
        super(provider);
        this.provider = provider;
        this.family = family;
        options = ChannelOptions.ofServer(provider.settings());
        adaptor = new ServerSocketAdaptor(this);
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    // ---------------------------------------------------------------- binding

    @Override
    public ServerSocketChannel bind(@Nullable SocketAddress address, int requestedBacklog) throws IOException {
        synchronized (bindLock) {
            requireOpen();
            if (local != null) {
                throw new AlreadyBoundException();
            }
            InetSocketAddress inet =
                    address == null ? new InetSocketAddress(0) : ChannelAddresses.checked(address, family);
            backlog = requestedBacklog < 1 ? DEFAULT_BACKLOG : requestedBacklog;
            boolean shared =
                    inet.getAddress().isAnyLocalAddress() || inet.getAddress().isLoopbackAddress();
            if (provider.settings().fallback() == Fallback.TCP
                    && (shared || JdkProvider.find().isPresent())) {
                bindBoth(inet);
            } else {
                bindOne(inet);
            }
            if (!isOpen()) {
                stop();
                throw new ClosedChannelException();
            }
            return this;
        }
    }

    private void bindOne(InetSocketAddress address) throws IOException {
        try {
            listen(address);
        } catch (NoRdmaException e) {
            ServerSocketChannel channel = provider.tcpServerSocketChannel(e);
            bindTcp(channel, address);
            local = (InetSocketAddress) channel.getLocalAddress();
        }
    }

    private void listen(InetSocketAddress address) throws SocketException {
        StreamListener created = provider.runtime().listen(address, backlog, options.stream(), this::onReady);
        listener = created;
        local = created.localAddress();
    }

    /**
     * Binds RDMA and TCP to one port. They have separate port numbers, so a number that is free for TCP may be in use.
     */
    private void bindBoth(InetSocketAddress address) throws IOException {
        for (int attempts = 1; ; attempts++) {
            ServerSocketChannel channel = provider.tcpServerSocketChannel(null);
            bindTcp(channel, address);
            InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
            try {
                listen(new InetSocketAddress(address.getAddress(), bound.getPort()));
                return;
            } catch (NoRdmaException e) {
                local = bound;
                return;
            } catch (BindException e) {
                stop();
                if (address.getPort() != 0 || attempts == PORT_ATTEMPTS) {
                    throw e;
                }
            } catch (IOException | RuntimeException | Error e) {
                stop();
                throw e;
            }
        }
    }

    private void bindTcp(ServerSocketChannel channel, InetSocketAddress address) throws IOException {
        try {
            options.applyTo(channel);
            channel.bind(address, backlog);
            tcp = provider.tcpAcceptor().register(channel, this::onTcpConnection);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        options.requireSupported(name);
        requireOpen();
        options.set(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        options.requireSupported(name);
        requireOpen();
        return options.get(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return options.supported();
    }

    @Override
    public ServerSocket socket() {
        return adaptor;
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() throws IOException {
        requireOpen();
        return local;
    }

    /** Returns the local address, also of a closed channel. */
    @Nullable
    InetSocketAddress local() {
        return local;
    }

    // ---------------------------------------------------------------- accepting

    /** Takes a TCP connection. Returns whether there is room for another one. */
    private boolean onTcpConnection(SocketChannel connection) {
        boolean hasRoom;
        synchronized (tcpAccepted) {
            tcpAccepted.add(connection);
            hasRoom = tcpAccepted.size() < backlog;
        }
        onReady(SelectionKey.OP_ACCEPT);
        return hasRoom;
    }

    private void onReady(int ready) {
        acceptor.wake();
        if (isOpen()) {
            keys.touch(); // the keys of a closed channel are not ready, but cancelled
        }
    }

    @Override
    public @Nullable SocketChannel accept() throws IOException {
        return accept(isBlocking(), NO_LIMIT);
    }

    /** Accepts a connection, waiting for it if {@code blocking}, within a time in milliseconds, 0 for no limit. */
    @Nullable
    SocketChannel accept(boolean blocking, long timeout) throws IOException {
        acceptLock.lock();
        try {
            requireOpen();
            if (local == null) {
                throw new NotYetBoundException();
            }
            if (!blocking) {
                return next();
            }
            SocketChannel accepted = null;
            long deadline = System.nanoTime() + timeout * 1_000_000;
            try {
                begin();
                acceptor.begin();
                accepted = next();
                while (accepted == null && isOpen()) {
                    long rest = timeout == NO_LIMIT ? NO_LIMIT : deadline - System.nanoTime();
                    if (rest < 0) {
                        throw new SocketTimeoutException("Accept timed out");
                    }
                    acceptor.park(rest);
                    accepted = next();
                }
            } finally {
                acceptor.end();
                end(accepted != null);
            }
            return accepted;
        } finally {
            acceptLock.unlock();
        }
    }

    private @Nullable SocketChannel next() throws IOException {
        StreamListener current = listener;
        RdmaStream stream = current == null ? null : current.accept();
        if (stream != null) {
            return new RdmaSocketChannel(provider, stream);
        }
        SocketChannel connection;
        synchronized (tcpAccepted) {
            connection = tcpAccepted.poll();
        }
        TcpAcceptor.Registration registration = tcp;
        if (connection == null || registration == null) {
            return null;
        }
        registration.resume();
        return new RdmaSocketChannel(provider, connection);
    }

    // ---------------------------------------------------------------- closing

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        stop();
        acceptor.wake();
    }

    private void stop() throws IOException {
        StreamListener current = listener;
        if (current != null) {
            current.close();
        }
        TcpAcceptor.Registration registration = tcp;
        if (registration != null) {
            registration.close();
            SocketChannel connection;
            do {
                synchronized (tcpAccepted) {
                    connection = tcpAccepted.poll();
                }
                if (connection != null) {
                    connection.close();
                }
            } while (connection != null);
        }
    }

    @Override
    protected void implConfigureBlocking(boolean blocking) {
        // Each call reads the mode.
    }

    // ---------------------------------------------------------------- selection

    @Override
    public int poll(int operations) {
        return isOpen() && isReady() ? operations & SelectionKey.OP_ACCEPT : 0;
    }

    private boolean isReady() {
        StreamListener current = listener;
        if (current != null && current.isReady()) {
            return true;
        }
        synchronized (tcpAccepted) {
            return !tcpAccepted.isEmpty();
        }
    }

    @Override
    public int await(int operations) {
        return poll(operations); // connections arrive without a request
    }

    @Override
    public @Nullable SelectableChannel tcp() {
        return null;
    }

    @Override
    public KeyList keys() {
        return keys;
    }

    @Override
    public String toString() {
        String text = isOpen() ? local == null ? "unbound" : String.valueOf(local) : "closed";
        return getClass().getName() + '[' + text + ']';
    }
}
