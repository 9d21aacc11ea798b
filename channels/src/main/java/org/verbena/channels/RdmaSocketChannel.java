// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
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
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.stream.RdmaStream;
import org.verbena.channels.stream.StackSafeLock;

/**
 * A socket channel. Its address decides at bind or connect whether it is RDMA or, as the settings permit, TCP.
 *
 * <p>One lock guards reads and one guards writes, as in the JDK. A reader, a writer and a closer run at the same time.
 */
final class RdmaSocketChannel extends SocketChannel implements SelectableStream {
    private static final long NO_LIMIT = StreamTransfer.NO_LIMIT;

    /** The steps of a channel. */
    private enum State {
        UNCONNECTED("unconnected"),
        PENDING("connection-pending"),
        CONNECTED("connected");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    private final RdmaSelectorProvider provider;
    private final ProtocolFamily family;
    private final ChannelOptions options;
    private final Connecting connecting;
    private final KeyList keys = new KeyList();
    private final StackSafeLock readLock = new StackSafeLock();
    final StackSafeLock writeLock = new StackSafeLock();
    private final SocketAdaptor adaptor;
    private volatile State state = State.UNCONNECTED;
    private volatile @Nullable Transfer transfer;
    private volatile @Nullable SocketChannel tcp;
    private volatile @Nullable InetSocketAddress remote;
    private volatile boolean inputShut;
    private volatile boolean outputShut;

    RdmaSocketChannel(RdmaSelectorProvider provider, ProtocolFamily family) {
        super(provider);
        this.provider = provider;
        this.family = family;
        options = ChannelOptions.ofSocket(provider.settings());
        connecting = new Connecting(provider, options, this::onReady);
        adaptor = SocketAdaptor.of(this);
    }

    RdmaSocketChannel(RdmaSelectorProvider provider, RdmaStream accepted) {
        this(provider, StandardProtocolFamily.INET6);
        connected(accepted);
    }

    RdmaSocketChannel(RdmaSelectorProvider provider, SocketChannel accepted) throws IOException {
        this(provider, StandardProtocolFamily.INET6);
        tcp = accepted;
        transfer = new TcpTransfer(accepted);
        remote = (InetSocketAddress) accepted.getRemoteAddress();
        state = State.CONNECTED;
    }

    private void connected(RdmaStream established) {
        transfer =
                new StreamTransfer(this, established, provider.settings().spin().toNanos());
        remote = established.peerAddress();
        state = State.CONNECTED;
        established.observe(this::onReady);
        if (options.get(StandardSocketOptions.SO_KEEPALIVE)) {
            established.setKeepAlive(true);
        }
    }

    /** Wakes the calls and selectors that wait, because the channel may be ready. */
    private void onReady(int ready) {
        Transfer current = transfer;
        if (current == null) {
            connecting.wake();
        } else {
            current.onReady(ready);
        }
        if (isOpen()) {
            keys.touch(); // the keys of a closed channel are not ready, but cancelled
        }
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    Transfer requireConnected() throws ClosedChannelException {
        requireOpen();
        Transfer current = transfer;
        if (state != State.CONNECTED || current == null) {
            throw new NotYetConnectedException();
        }
        return current;
    }

    /** Begins a call that can wait: an interrupt then closes the channel. */
    void beginCall() {
        begin();
    }

    void endCall(boolean completed) throws AsynchronousCloseException {
        end(completed);
    }

    // ---------------------------------------------------------------- options and addresses

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        options.requireSupported(name);
        requireOpen();
        options.set(name, value, transfer);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        options.requireSupported(name);
        requireOpen();
        return options.get(name, transfer);
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
            if (connecting.isBound() || state == State.CONNECTED) {
                throw new AlreadyBoundException();
            }
            connecting.bind(
                    address == null ? new InetSocketAddress(0) : ChannelAddresses.checked(address, family),
                    isBlocking());
            takeTcp();
            return this;
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() throws IOException {
        requireOpen();
        return local();
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() throws IOException {
        requireOpen();
        return remote;
    }

    /** Returns the local address, also of a closed channel, null if it is not bound. */
    @Nullable
    InetSocketAddress local() {
        Transfer current = transfer;
        return current == null ? connecting.bound() : current.localAddress();
    }

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

    /** Connects within a time in milliseconds. */
    boolean connect(SocketAddress address, long timeout) throws IOException {
        InetSocketAddress peer = ChannelAddresses.ofPeer(address, family);
        readLock.lock();
        writeLock.lock();
        try {
            requireOpen();
            switch (state) {
                case CONNECTED -> throw new AlreadyConnectedException();
                case PENDING -> throw new ConnectionPendingException();
                case UNCONNECTED -> {}
            }
            remote = peer;
            state = State.PENDING;
            return finish(peer, timeout);
        } catch (IOException e) {
            close();
            throw e;
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    @Override
    public boolean finishConnect() throws IOException {
        readLock.lock();
        writeLock.lock();
        try {
            requireOpen();
            return switch (state) {
                case CONNECTED -> true;
                case UNCONNECTED -> throw new NoConnectionPendingException();
                case PENDING -> finish(null, NO_LIMIT);
            };
        } catch (IOException e) {
            close();
            throw e;
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    /** Starts if there is a peer, then continues, and waits if the channel blocks. Returns whether it is connected. */
    private boolean finish(@Nullable InetSocketAddress peer, long timeout) throws IOException {
        boolean done;
        try {
            done = connecting.run(this, peer, timeout);
        } finally {
            takeTcp();
        }
        if (done) {
            RdmaStream established = connecting.stream();
            if (established != null) {
                connected(established);
            }
            state = State.CONNECTED;
            if (!isOpen()) {
                implCloseSelectableChannel(); // another thread has closed the channel meanwhile
                throw new AsynchronousCloseException();
            }
        }
        return done;
    }

    /** Takes the TCP channel, if the addresses have led to one. */
    private void takeTcp() {
        SocketChannel decided = connecting.tcp();
        if (decided != null && tcp == null) {
            transfer = new TcpTransfer(decided);
            tcp = decided;
            keys.touch();
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        requireTarget(target);
        readLock.lock();
        try {
            return requireConnected().read(target);
        } finally {
            readLock.unlock();
        }
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, targets.length);
        for (int i = offset; i < offset + length; i++) {
            requireTarget(targets[i]);
        }
        readLock.lock();
        try {
            return requireConnected().read(targets, offset, length);
        } finally {
            readLock.unlock();
        }
    }

    private static void requireTarget(ByteBuffer target) {
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
    }

    /** Reads for a stream of the adaptor, within a time in milliseconds. */
    int blockingRead(byte[] bytes, int offset, int length, int timeout) throws IOException {
        readLock.lock();
        try {
            return requireConnected().blockingRead(bytes, offset, length, timeout);
        } finally {
            readLock.unlock();
        }
    }

    /** Returns the number of bytes that a read takes without waiting. */
    int available() throws IOException {
        return requireConnected().available();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        Objects.requireNonNull(source, "source");
        writeLock.lock();
        try {
            return requireWritable().write(source);
        } finally {
            writeLock.unlock();
        }
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, sources.length);
        writeLock.lock();
        try {
            return requireWritable().write(sources, offset, length);
        } finally {
            writeLock.unlock();
        }
    }

    void blockingWrite(byte[] bytes, int offset, int length) throws IOException {
        writeLock.lock();
        try {
            requireWritable().blockingWrite(bytes, offset, length);
        } finally {
            writeLock.unlock();
        }
    }

    Transfer requireWritable() throws ClosedChannelException {
        Transfer current = requireConnected();
        if (outputShut) {
            throw new AsynchronousCloseException(); // as the JDK's channels do
        }
        return current;
    }

    boolean isInputShut() {
        return inputShut;
    }

    boolean isOutputShut() {
        return outputShut;
    }

    @Override
    public SocketChannel shutdownInput() throws IOException {
        Transfer current = requireConnected();
        inputShut = true;
        current.shutdownInput();
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        Transfer current = requireConnected();
        outputShut = true;
        current.shutdownOutput();
        return this;
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        Transfer current = transfer;
        if (current == null) {
            connecting.cancel();
        } else {
            current.close(options.get(StandardSocketOptions.SO_LINGER));
        }
        connecting.wake();
    }

    @Override
    protected void implConfigureBlocking(boolean blocking) throws IOException {
        readLock.lock();
        writeLock.lock();
        try {
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
        Transfer current = transfer;
        if (isOpen() && current != null) {
            return current.poll(operations);
        }
        return isConnectionPending() ? pollConnecting(operations) : 0;
    }

    @Override
    public int await(int operations) {
        Transfer current = transfer;
        return isOpen() && current != null ? current.await(operations) : poll(operations);
    }

    /** Returns all operations if the attempt has ended, as the JDK does for a failure. */
    private int pollConnecting(int operations) {
        if (!connecting.isEnded()) {
            return 0;
        }
        readLock.lock();
        writeLock.lock();
        try {
            boolean continues = connecting.advanceToTcp();
            takeTcp();
            return continues ? 0 : operations;
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
    public KeyList keys() {
        return keys;
    }

    @Override
    public String toString() {
        if (!isOpen()) {
            return getClass().getName() + "[closed]";
        }
        InetSocketAddress localAddress = local();
        return getClass().getName()
                + '['
                + state.text
                + (inputShut ? " ishut" : "")
                + (outputShut ? " oshut" : "")
                + (localAddress == null ? "" : " local=" + localAddress)
                + (remote == null ? "" : " remote=" + remote)
                + ']';
    }
}
