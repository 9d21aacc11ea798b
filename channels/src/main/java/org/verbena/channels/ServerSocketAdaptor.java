// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server channel as a {@link ServerSocket}. */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the channel has its own locks
final class ServerSocketAdaptor extends ServerSocket {
    private final RdmaServerSocketChannel channel;
    private final AdaptorOptions options;
    private volatile int timeout;

    ServerSocketAdaptor(RdmaServerSocketChannel channel) throws IOException {
        super(new NoSocket());
        this.channel = channel;
        options = new AdaptorOptions(channel);
    }

    @Override
    public void bind(@Nullable SocketAddress local) throws IOException {
        bind(local, 0);
    }

    @Override
    public void bind(@Nullable SocketAddress local, int backlog) throws IOException {
        options.requireOpen();
        if (isBound()) {
            throw new SocketException("Already bound");
        }
        if (local instanceof InetSocketAddress inet && inet.isUnresolved()) {
            throw new SocketException("Unresolved address");
        }
        channel.bind(local, backlog);
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        InetSocketAddress local = channel.local();
        return local == null ? null : local.getAddress();
    }

    @Override
    public int getLocalPort() {
        InetSocketAddress local = channel.local();
        return local == null ? -1 : local.getPort();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return channel.local();
    }

    @Override
    public Socket accept() throws IOException {
        options.requireOpen();
        if (!isBound()) {
            throw new SocketException("Socket is not bound yet");
        }
        if (!channel.isBlocking()) {
            throw new IllegalBlockingModeException();
        }
        try {
            SocketChannel accepted = channel.accept(true, timeout);
            return Objects.requireNonNull(accepted).socket();
        } catch (ClosedChannelException e) {
            throw AdaptorOptions.closed(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public ServerSocketChannel getChannel() {
        return channel;
    }

    @Override
    public boolean isBound() {
        return channel.local() != null;
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public void setSoTimeout(int milliseconds) throws SocketException {
        options.requireOpen();
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout < 0");
        }
        timeout = milliseconds;
    }

    @Override
    public int getSoTimeout() throws SocketException {
        options.requireOpen();
        return timeout;
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        options.set(StandardSocketOptions.SO_REUSEADDR, on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return options.get(StandardSocketOptions.SO_REUSEADDR);
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("size cannot be 0 or negative");
        }
        options.set(StandardSocketOptions.SO_RCVBUF, size);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return options.get(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        // as in the JDK, without effect
    }

    @Override
    public <T> ServerSocket setOption(SocketOption<T> name, T value) throws IOException {
        channel.setOption(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        return channel.getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return channel.supportedOptions();
    }

    @Override
    public String toString() {
        return isBound()
                ? "ServerSocket[addr=" + getInetAddress() + ",localport=" + getLocalPort() + "]"
                : "ServerSocket[unbound]";
    }

    /** The implementation that the superclass demands. No method of this adaptor uses it. */
    private static final class NoSocket extends SocketImpl {
        private static SocketException unused() {
            return new SocketException("a server socket of an RDMA channel has no socket of the JDK");
        }

        @Override
        protected void create(boolean stream) throws IOException {
            throw unused();
        }

        @Override
        protected void connect(String host, int port) throws IOException {
            throw unused();
        }

        @Override
        protected void connect(InetAddress address, int port) throws IOException {
            throw unused();
        }

        @Override
        protected void connect(SocketAddress address, int timeout) throws IOException {
            throw unused();
        }

        @Override
        protected void bind(InetAddress host, int port) throws IOException {
            throw unused();
        }

        @Override
        protected void listen(int backlog) throws IOException {
            throw unused();
        }

        @Override
        protected void accept(SocketImpl s) throws IOException {
            throw unused();
        }

        @Override
        protected InputStream getInputStream() throws IOException {
            throw unused();
        }

        @Override
        protected OutputStream getOutputStream() throws IOException {
            throw unused();
        }

        @Override
        protected int available() throws IOException {
            throw unused();
        }

        @Override
        protected void close() throws IOException {
            throw unused();
        }

        @Override
        protected void sendUrgentData(int data) throws IOException {
            throw unused();
        }

        @Override
        public void setOption(int optID, Object value) throws SocketException {
            throw unused();
        }

        @Override
        public Object getOption(int optID) throws SocketException {
            throw unused();
        }

        @Override
        protected FileDescriptor getFileDescriptor() {
            return new FileDescriptor();
        }
    }
}
