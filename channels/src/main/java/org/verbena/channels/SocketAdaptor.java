// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A channel as a {@link Socket}. */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the channel has its own locks
final class SocketAdaptor extends Socket {
    private final RdmaSocketChannel channel;
    private final AdaptorOptions options;
    private final InputStream input = new Input();
    private final OutputStream output = new Output();
    private volatile int timeout;

    private SocketAdaptor(RdmaSocketChannel channel) throws SocketException {
        super((SocketImpl) null);
        this.channel = channel;
        options = new AdaptorOptions(channel);
    }

    static SocketAdaptor of(RdmaSocketChannel channel) {
        try {
            return new SocketAdaptor(channel);
        } catch (SocketException e) {
            throw new IllegalStateException(e); // only an implementation of sockets throws it
        }
    }

    // ---------------------------------------------------------------- connecting

    @Override
    public void connect(SocketAddress remote) throws IOException {
        connect(remote, 0);
    }

    @Override
    public void connect(SocketAddress remote, int limit) throws IOException {
        if (remote == null) {
            throw new IllegalArgumentException("connect: The address can't be null");
        }
        if (limit < 0) {
            throw new IllegalArgumentException("connect: timeout can't be negative");
        }
        options.requireOpen();
        if (isConnected()) {
            throw new SocketException("Already connected");
        }
        requireBlocking();
        if (remote instanceof InetSocketAddress inet && inet.isUnresolved()) {
            channel.close();
            throw new UnknownHostException(inet.getHostName());
        }
        try {
            channel.connect(remote, limit);
        } catch (ClosedChannelException e) {
            throw AdaptorOptions.closed(e);
        }
    }

    private void requireBlocking() {
        if (!channel.isBlocking()) {
            throw new IllegalBlockingModeException();
        }
    }

    @Override
    public void bind(@Nullable SocketAddress local) throws IOException {
        options.requireOpen();
        try {
            channel.bind(local);
        } catch (AlreadyBoundException e) {
            SocketException exception = new SocketException("Already bound");
            exception.initCause(e);
            throw exception;
        }
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        InetSocketAddress remote = channel.wasConnected() ? channel.remote() : null;
        return remote == null ? null : remote.getAddress();
    }

    @Override
    public int getPort() {
        InetSocketAddress remote = channel.wasConnected() ? channel.remote() : null;
        return remote == null ? 0 : remote.getPort();
    }

    @Override
    public InetAddress getLocalAddress() {
        InetSocketAddress local = channel.isOpen() ? channel.local() : null;
        return local == null ? new InetSocketAddress(0).getAddress() : local.getAddress();
    }

    @Override
    public int getLocalPort() {
        InetSocketAddress local = channel.local();
        return local == null ? -1 : local.getPort();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return channel.wasConnected() ? channel.remote() : null;
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        InetSocketAddress local = channel.local();
        if (local == null) {
            return null;
        }
        return channel.isOpen() ? local : new InetSocketAddress(local.getPort());
    }

    @Override
    public SocketChannel getChannel() {
        return channel;
    }

    // ---------------------------------------------------------------- streams

    @Override
    public InputStream getInputStream() throws IOException {
        requireConnected();
        if (channel.isInputShut()) {
            throw new SocketException("Socket input is shutdown");
        }
        return input;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        requireConnected();
        if (channel.isOutputShut()) {
            throw new SocketException("Socket output is shutdown");
        }
        return output;
    }

    private void requireConnected() throws SocketException {
        options.requireOpen();
        if (!channel.isConnected()) {
            throw new SocketException("Socket is not connected");
        }
    }

    /**
     * The bytes of the peer. Reading does not block a writer, as a stream of {@code java.nio.channels.Channels} does.
     */
    private final class Input extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length == 0) {
                return 0;
            }
            requireBlocking();
            try {
                return channel.blockingRead(bytes, offset, length, timeout);
            } catch (ClosedChannelException e) {
                throw AdaptorOptions.closed(e);
            }
        }

        @Override
        public int available() throws IOException {
            return channel.available();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** The bytes for the peer. */
    private final class Output extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            requireBlocking();
            try {
                channel.blockingWrite(bytes, offset, length);
            } catch (ClosedChannelException e) {
                throw AdaptorOptions.closed(e);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    // ---------------------------------------------------------------- options

    @Override
    public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
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
    public void setTcpNoDelay(boolean on) throws SocketException {
        options.set(StandardSocketOptions.TCP_NODELAY, on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return options.get(StandardSocketOptions.TCP_NODELAY);
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        if (on && seconds < 0) {
            throw new IllegalArgumentException("invalid value for SO_LINGER");
        }
        options.set(StandardSocketOptions.SO_LINGER, on ? seconds : -1);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return options.get(StandardSocketOptions.SO_LINGER);
    }

    @Override
    public void sendUrgentData(int data) throws IOException {
        throw new SocketException("Urgent data not supported");
    }

    @Override
    public void setOOBInline(boolean on) throws SocketException {
        options.requireOpen();
        if (on) {
            throw new SocketException("Urgent data not supported");
        }
    }

    @Override
    public boolean getOOBInline() throws SocketException {
        options.requireOpen();
        return false;
    }

    @Override
    public void setSoTimeout(int milliseconds) throws SocketException {
        options.requireOpen();
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout can't be negative");
        }
        timeout = milliseconds;
    }

    @Override
    public int getSoTimeout() throws SocketException {
        options.requireOpen();
        return timeout;
    }

    @Override
    public void setSendBufferSize(int size) throws SocketException {
        requirePositive("invalid send size", size);
        options.set(StandardSocketOptions.SO_SNDBUF, size);
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return options.get(StandardSocketOptions.SO_SNDBUF);
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        requirePositive("invalid receive size", size);
        options.set(StandardSocketOptions.SO_RCVBUF, size);
    }

    private static void requirePositive(String message, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException(message);
        }
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return options.get(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        options.set(StandardSocketOptions.SO_KEEPALIVE, on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return options.get(StandardSocketOptions.SO_KEEPALIVE);
    }

    @Override
    public void setTrafficClass(int value) throws SocketException {
        options.set(StandardSocketOptions.IP_TOS, value);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return options.get(StandardSocketOptions.IP_TOS);
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
    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        // as in the JDK, without effect
    }

    // ---------------------------------------------------------------- state

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public void shutdownInput() throws IOException {
        requireConnected();
        channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        requireConnected();
        channel.shutdownOutput();
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
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
    public boolean isInputShutdown() {
        return channel.isInputShut();
    }

    @Override
    public boolean isOutputShutdown() {
        return channel.isOutputShut();
    }

    @Override
    public String toString() {
        return channel.wasConnected()
                ? "Socket[addr=" + getInetAddress() + ",port=" + getPort() + ",localport=" + getLocalPort() + "]"
                : "Socket[unconnected]";
    }
}
