package org.verbena.channels;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.stream.BufferList;
import org.verbena.channels.stream.ConnectAttempt;
import org.verbena.channels.stream.NoRdmaException;
import org.verbena.channels.stream.RdmaStream;

/**
 * A socket channel over RDMA. Its address decides at bind or connect whether it is RDMA or, as the settings permit, TCP. A
 * TCP channel of the JDK then does the work.
 *
 * <p>One lock guards reads and one guards writes, as in the JDK, so that a reader, a writer and a closer run at the same time.
 */
final class RdmaSocketChannel extends SocketChannel implements SelectableStream {
    private static final long NO_LIMIT = 0;

    /** The steps of a channel. */
    private enum State {
        UNCONNECTED,
        PENDING,
        CONNECTED
    }

    private final RdmaSelectorProvider provider;
    private final ChannelOptions options;
    private final KeyList keys = new KeyList();
    private final ReentrantLock readLock = new ReentrantLock();
    private final ReentrantLock writeLock = new ReentrantLock();
    private final ThreadWait reader = new ThreadWait();
    private final ThreadWait writer = new ThreadWait();
    private final BufferList readList = new BufferList();
    private final BufferList writeList = new BufferList();
    private final SocketAdaptor adaptor;

    private volatile State state = State.UNCONNECTED;
    private volatile boolean inputShut;
    private volatile boolean outputShut;
    private volatile @Nullable ConnectAttempt attempt;
    private volatile @Nullable RdmaStream stream;
    private volatile @Nullable SocketChannel tcp;
    private volatile @Nullable IOException connectFailure;
    private volatile @Nullable InetSocketAddress local;
    private volatile @Nullable InetSocketAddress remote;

    /** Creates a channel that is not connected. */
    RdmaSocketChannel(RdmaSelectorProvider provider) {
        super(provider);
        this.provider = provider;
        options = ChannelOptions.ofSocket(provider.settings());
        adaptor = SocketAdaptor.of(this);
    }

    /** Creates a channel of an accepted stream. */
    RdmaSocketChannel(RdmaSelectorProvider provider, RdmaStream accepted) {
        this(provider);
        connected(accepted);
    }

    /** Creates a channel of an accepted TCP channel. */
    RdmaSocketChannel(RdmaSelectorProvider provider, SocketChannel accepted) throws IOException {
        this(provider);
        tcp = accepted;
        remote = (InetSocketAddress) accepted.getRemoteAddress();
        state = State.CONNECTED;
    }

    private void connected(RdmaStream established) {
        stream = established;
        remote = established.peerAddress();
        local = established.localAddress();
        state = State.CONNECTED;
        established.observe(this::onReady);
    }

    /** Takes the news that a call no longer waits. */
    private void onReady(int ready) {
        if ((ready & (SelectionKey.OP_READ | SelectionKey.OP_CONNECT)) != 0) {
            reader.wake();
        }
        if ((ready & SelectionKey.OP_WRITE) != 0) {
            writer.wake();
        }
        keys.touch();
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void requireConnected() throws ClosedChannelException {
        requireOpen();
        if (state != State.CONNECTED) {
            throw new NotYetConnectedException();
        }
    }

    // ---------------------------------------------------------------- options and addresses

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        options.requireSupported(name);
        requireOpen();
        options.set(name, value);
        SocketChannel delegate = tcp;
        if (delegate != null) {
            delegate.setOption(name, value);
        }
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        options.requireSupported(name);
        requireOpen();
        SocketChannel delegate = tcp;
        if (delegate != null && delegate.supportedOptions().contains(name)) {
            return delegate.getOption(name);
        }
        RdmaStream current = stream;
        if (current != null && name.equals(StandardSocketOptions.SO_RCVBUF)) {
            return Objects.requireNonNull(name.type().cast(current.receiveBuffer()));
        }
        if (current != null && name.equals(StandardSocketOptions.SO_SNDBUF)) {
            return Objects.requireNonNull(name.type().cast(current.sendBuffer()));
        }
        return options.get(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return options.supported();
    }

    @Override
    public Socket socket() {
        return adaptor;
    }

    @Override
    public SocketChannel bind(@Nullable SocketAddress address) throws IOException {
        readLock.lock();
        writeLock.lock();
        try {
            requireOpen();
            if (state == State.PENDING) {
                throw new ConnectionPendingException();
            }
            if (attempt != null || tcp != null || state == State.CONNECTED) {
                throw new AlreadyBoundException();
            }
            bindTo(address == null ? new InetSocketAddress(0) : checked(address));
            return this;
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    private void bindTo(InetSocketAddress address) throws IOException {
        try {
            ConnectAttempt bound = provider.runtime().bind(address, options.stream(), this::onReady);
            attempt = bound;
            local = bound.localAddress();
        } catch (NoRdmaException e) {
            SocketChannel channel = provider.tcpSocketChannel(e);
            try {
                options.applyTo(channel);
                channel.configureBlocking(isBlocking());
                channel.bind(address);
                tcp = channel;
            } catch (IOException | RuntimeException | Error failure) {
                channel.close();
                throw failure;
            }
        }
    }

    /** Checks an address of the application. */
    static InetSocketAddress checked(SocketAddress address) {
        Objects.requireNonNull(address, "address");
        if (!(address instanceof InetSocketAddress inet)) {
            throw new UnsupportedAddressTypeException();
        }
        if (inet.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        return inet;
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() throws IOException {
        requireOpen();
        SocketChannel delegate = tcp;
        return delegate == null ? local : delegate.getLocalAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() throws IOException {
        requireOpen();
        return remote;
    }

    /** Returns the local address, also of a closed channel. */
    @Nullable
    InetSocketAddress local() {
        SocketChannel delegate = tcp;
        if (delegate != null) {
            try {
                return (InetSocketAddress) delegate.getLocalAddress();
            } catch (IOException e) {
                return null;
            }
        }
        return local;
    }

    /** Returns the address of the peer, also of a closed channel. */
    @Nullable
    InetSocketAddress remote() {
        return remote;
    }

    // ---------------------------------------------------------------- connecting

    @Override
    public boolean isConnected() {
        return state == State.CONNECTED && isOpen();
    }

    /** Returns whether the channel was connected, also if it is closed. */
    boolean wasConnected() {
        return state == State.CONNECTED;
    }

    @Override
    public boolean isConnectionPending() {
        return state == State.PENDING && isOpen();
    }

    @Override
    public boolean connect(SocketAddress address) throws IOException {
        return connect(address, NO_LIMIT);
    }

    /** Connects within a time in milliseconds, 0 for no limit. */
    boolean connect(SocketAddress address, long timeout) throws IOException {
        InetSocketAddress peer = specific(checked(address));
        readLock.lock();
        writeLock.lock();
        try {
            requireOpen();
            switch (state) {
                case CONNECTED -> throw new AlreadyConnectedException();
                case PENDING -> throw new ConnectionPendingException();
                case UNCONNECTED -> {}
            }
            boolean blocking = isBlocking();
            boolean done = false;
            try {
                if (blocking) {
                    begin();
                }
                done = startConnect(peer);
                if (blocking && !done && isOpen()) {
                    done = awaitConnect(timeout);
                }
            } finally {
                if (blocking) {
                    end(done);
                }
            }
            return done;
        } catch (IOException e) {
            close();
            throw e;
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    /** Returns the loopback address for the wildcard address, as the JDK does. */
    private static InetSocketAddress specific(InetSocketAddress address) {
        return address.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort())
                : address;
    }

    private boolean startConnect(InetSocketAddress peer) throws IOException {
        remote = peer;
        SocketChannel delegate = tcp;
        if (delegate != null) {
            state = State.PENDING;
            return tcpConnected(delegate.connect(peer));
        }
        ConnectAttempt started = attempt;
        try {
            if (started == null) {
                started = provider.runtime().bind(null, options.stream(), this::onReady);
                attempt = started;
            }
        } catch (NoRdmaException e) {
            return connectTcp(e);
        }
        state = State.PENDING;
        started.connect(peer);
        return finish(started);
    }

    private boolean awaitConnect(long timeout) throws IOException {
        long deadline = System.nanoTime() + timeout * 1_000_000;
        ConnectAttempt current = attempt;
        while (current != null && isOpen() && tcp == null) {
            long rest = timeout == NO_LIMIT ? NO_LIMIT : deadline - System.nanoTime();
            if (rest < 0) {
                throw new SocketTimeoutException("Connect timed out");
            }
            reader.begin();
            try {
                if (!current.isEnded() && isOpen()) {
                    reader.park(rest);
                }
            } finally {
                reader.end();
            }
            if (finish(current)) {
                return true;
            }
        }
        return state == State.CONNECTED;
    }

    /** Takes the result of an attempt that has ended. Returns whether the channel is connected. */
    private boolean finish(ConnectAttempt ended) throws IOException {
        if (state == State.CONNECTED) {
            return true;
        }
        if (!ended.isEnded()) {
            return false;
        }
        try {
            RdmaStream established = ended.result();
            if (isOpen()) {
                connected(established);
            } else {
                established.close(false);
            }
            return true;
        } catch (NoRdmaException e) {
            return connectTcp(e);
        }
    }

    /** Connects by TCP, in the mode of this channel. Returns whether the channel is connected. */
    private boolean connectTcp(NoRdmaException cause) throws IOException {
        SocketChannel channel = tcp;
        if (channel == null) {
            channel = provider.tcpSocketChannel(cause);
            InetSocketAddress bound = local;
            attempt = null;
            boolean connected;
            try {
                options.applyTo(channel);
                channel.configureBlocking(isBlocking());
                if (bound != null) {
                    channel.bind(bound);
                }
                tcp = channel;
                if (!isOpen()) {
                    throw new AsynchronousCloseException();
                }
                state = State.PENDING;
                connected = channel.connect(Objects.requireNonNull(remote));
            } catch (IOException | RuntimeException | Error e) {
                channel.close();
                throw e;
            }
            keys.touch();
            return tcpConnected(connected);
        }
        return tcpConnected(channel.isConnected());
    }

    private boolean tcpConnected(boolean connected) {
        if (connected) {
            state = State.CONNECTED;
        }
        return connected;
    }

    @Override
    public boolean finishConnect() throws IOException {
        readLock.lock();
        writeLock.lock();
        try {
            requireOpen();
            if (state == State.CONNECTED) {
                return true;
            }
            if (state == State.UNCONNECTED) {
                throw new NoConnectionPendingException();
            }
            IOException failure = connectFailure;
            if (failure != null) {
                throw failure;
            }
            ConnectAttempt current = attempt;
            if (tcp == null && current != null && finish(current)) {
                return true;
            }
            SocketChannel delegate = tcp;
            if (delegate != null) {
                return tcpConnected(delegate.finishConnect());
            }
            if (!isBlocking() || current == null) {
                return false;
            }
            boolean done = false;
            try {
                begin();
                done = awaitConnect(NO_LIMIT);
            } finally {
                end(done);
            }
            return done;
        } catch (IOException e) {
            close();
            throw e;
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    // ---------------------------------------------------------------- reading

    @Override
    public int read(ByteBuffer target) throws IOException {
        requireWritableBuffer(target);
        readLock.lock();
        try {
            requireConnected();
            SocketChannel delegate = tcp;
            if (delegate != null) {
                return delegate.read(target);
            }
            if (inputShut) {
                return -1;
            }
            readList.set(target);
            return (int) read(isBlocking(), NO_LIMIT);
        } finally {
            readLock.unlock();
        }
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, targets.length);
        for (int i = offset; i < offset + length; i++) {
            requireWritableBuffer(targets[i]);
        }
        readLock.lock();
        try {
            requireConnected();
            SocketChannel delegate = tcp;
            if (delegate != null) {
                return delegate.read(targets, offset, length);
            }
            if (inputShut) {
                return -1;
            }
            readList.set(targets, offset, length);
            return read(isBlocking(), NO_LIMIT);
        } finally {
            readLock.unlock();
        }
    }

    private static void requireWritableBuffer(ByteBuffer target) {
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
    }

    /** Reads for a stream of the adaptor, within a time in milliseconds, 0 for no limit. */
    int blockingRead(ByteBuffer target, long timeout) throws IOException {
        readLock.lock();
        try {
            requireConnected();
            if (inputShut) {
                return -1;
            }
            readList.set(target);
            return (int) read(true, timeout);
        } finally {
            readLock.unlock();
        }
    }

    private long read(boolean blocking, long timeout) throws IOException {
        RdmaStream current = Objects.requireNonNull(stream);
        int count = 0;
        try {
            if (readList.remaining() == 0) {
                return 0;
            }
            if (!blocking) {
                count = current.read(readList);
                return inputShut ? -1 : count;
            }
            begin();
            reader.begin();
            try {
                count = current.read(readList);
                long deadline = System.nanoTime() + timeout * 1_000_000;
                while (count == 0 && isOpen()) {
                    await(current, reader, SelectionKey.OP_READ, timeout == NO_LIMIT ? NO_LIMIT : deadline);
                    count = isOpen() ? current.read(readList) : 0;
                    if (count == 0 && timeout != NO_LIMIT && System.nanoTime() - deadline >= 0) {
                        throw new SocketTimeoutException("Read timed out");
                    }
                }
            } finally {
                reader.end();
                end(count != 0);
            }
            return count;
        } catch (SocketException e) {
            requireStillOpen(e);
            throw e;
        } finally {
            readList.finish();
        }
    }

    /** Throws the exception of a call during which another thread has closed the channel. */
    private void requireStillOpen(IOException cause) throws IOException {
        if (!isOpen()) {
            AsynchronousCloseException closed = new AsynchronousCloseException();
            closed.addSuppressed(cause);
            throw closed;
        }
    }

    /** Waits until a call may no longer wait: polls first, then sleeps. */
    private void await(RdmaStream current, ThreadWait thread, int operation, long deadline) {
        long start = System.nanoTime();
        long spin = provider.settings().spin().toNanos();
        while (spin > 0 && System.nanoTime() - start < spin) {
            if (current.poll(operation) != 0 || !isOpen()) {
                return;
            }
            Thread.onSpinWait();
        }
        if (current.await(operation) != 0 || !isOpen()) {
            return;
        }
        if (deadline == NO_LIMIT) {
            thread.park(NO_LIMIT);
        } else {
            long rest = deadline - System.nanoTime();
            if (rest > 0) {
                thread.park(rest);
            }
        }
    }

    // ---------------------------------------------------------------- writing

    @Override
    public int write(ByteBuffer source) throws IOException {
        Objects.requireNonNull(source, "source");
        writeLock.lock();
        try {
            requireWritable();
            SocketChannel delegate = tcp;
            if (delegate != null) {
                return delegate.write(source);
            }
            writeList.set(source);
            return (int) write(isBlocking());
        } finally {
            writeLock.unlock();
        }
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, sources.length);
        writeLock.lock();
        try {
            requireWritable();
            SocketChannel delegate = tcp;
            if (delegate != null) {
                return delegate.write(sources, offset, length);
            }
            writeList.set(sources, offset, length);
            return write(isBlocking());
        } finally {
            writeLock.unlock();
        }
    }

    /** Writes all bytes for a stream of the adaptor. */
    void blockingWrite(ByteBuffer source) throws IOException {
        writeLock.lock();
        try {
            requireWritable();
            writeList.set(source);
            write(true);
        } finally {
            writeLock.unlock();
        }
    }

    private void requireWritable() throws ClosedChannelException {
        requireConnected();
        if (outputShut) {
            throw new AsynchronousCloseException();
        }
    }

    private long write(boolean blocking) throws IOException {
        RdmaStream current = Objects.requireNonNull(stream);
        long count = 0;
        try {
            if (!blocking) {
                return current.write(writeList);
            }
            begin();
            writer.begin();
            try {
                count = current.write(writeList);
                while (writeList.remaining() > 0 && isOpen() && !outputShut) {
                    await(current, writer, SelectionKey.OP_WRITE, NO_LIMIT);
                    if (isOpen() && !outputShut) {
                        count += current.write(writeList);
                    }
                }
            } catch (IOException e) {
                if (count == 0) {
                    throw e;
                }
            } finally {
                writer.end();
                end(count > 0 || writeList.remaining() == 0);
            }
            if (count == 0 && writeList.remaining() > 0 && outputShut) {
                throw new AsynchronousCloseException();
            }
            return count;
        } catch (SocketException e) {
            requireStillOpen(e);
            throw e;
        } finally {
            writeList.finish();
        }
    }

    // ---------------------------------------------------------------- ending

    boolean isInputShut() {
        return inputShut;
    }

    boolean isOutputShut() {
        return outputShut;
    }

    @Override
    public SocketChannel shutdownInput() throws IOException {
        requireConnected();
        SocketChannel delegate = tcp;
        inputShut = true;
        if (delegate != null) {
            delegate.shutdownInput();
        } else {
            Objects.requireNonNull(stream).shutdownInput();
        }
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        requireConnected();
        SocketChannel delegate = tcp;
        outputShut = true;
        if (delegate != null) {
            delegate.shutdownOutput();
        } else {
            Objects.requireNonNull(stream).shutdownOutput();
        }
        return this;
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        SocketChannel delegate = tcp;
        RdmaStream current = stream;
        ConnectAttempt pending = attempt;
        if (current != null) {
            current.close(options.get(StandardSocketOptions.SO_LINGER) == 0);
        } else if (pending != null) {
            pending.cancel();
        }
        if (delegate != null) {
            delegate.close();
        }
        reader.wake();
        writer.wake();
    }

    @Override
    protected void implConfigureBlocking(boolean blocking) throws IOException {
        readLock.lock();
        writeLock.lock();
        try {
            requireOpen();
            SocketChannel delegate = tcp;
            if (delegate != null) {
                delegate.configureBlocking(blocking);
            }
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    // ---------------------------------------------------------------- selection

    @Override
    public int poll(int operations) {
        return ready(operations, false);
    }

    @Override
    public int await(int operations) {
        return ready(operations, true);
    }

    private int ready(int operations, boolean isLast) {
        RdmaStream current = stream;
        if (current != null) {
            int transfers = operations & (SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            if (transfers == 0) {
                return 0;
            }
            return isLast ? current.await(transfers) : current.poll(transfers);
        }
        ConnectAttempt pending = attempt;
        if (state == State.PENDING && pending != null && pending.isEnded()) {
            return switchToTcp(pending) ? 0 : operations;
        }
        return 0;
    }

    /** Continues an attempt by TCP. Returns false if the attempt has ended, and the application takes its result. */
    private boolean switchToTcp(ConnectAttempt ended) {
        readLock.lock();
        writeLock.lock();
        try {
            if (tcp == null && connectFailure == null) {
                try {
                    ended.result();
                    return false;
                } catch (NoRdmaException e) {
                    connectTcp(e);
                }
            }
            return connectFailure == null;
        } catch (IOException e) {
            connectFailure = e;
            return false;
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    @Override
    public @Nullable SelectableChannel tcp() {
        return tcp;
    }

    @Override
    public void addKey(RdmaSelectionKey key) {
        keys.add(key);
    }

    @Override
    public void removeKey(RdmaSelectionKey key) {
        keys.remove(key);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(getClass().getName()).append('[');
        if (!isOpen()) {
            text.append("closed");
        } else {
            switch (state) {
                case UNCONNECTED -> text.append("unconnected");
                case PENDING -> text.append("connection-pending");
                case CONNECTED -> {
                    text.append("connected");
                    if (inputShut) {
                        text.append(" ishut");
                    }
                    if (outputShut) {
                        text.append(" oshut");
                    }
                }
            }
            InetSocketAddress localAddress = local();
            if (localAddress != null) {
                text.append(" local=").append(localAddress);
            }
            if (remote != null) {
                text.append(" remote=").append(remote);
            }
        }
        return text.append(']').toString();
    }
}
