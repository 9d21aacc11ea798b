// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.stream.BufferList;
import org.verbena.channels.stream.RdmaStream;
import org.verbena.channels.stream.Readiness;

/**
 * The reads and writes of a channel on its stream, with the waiting of blocking calls. The channel's lock for reads
 * admits one reader, and its lock for writes one writer.
 */
final class StreamTransfer implements Transfer {
    /** No limit of time. */
    static final long NO_LIMIT = 0;

    private static final int TRANSFERS = SelectionKey.OP_READ | SelectionKey.OP_WRITE;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final RdmaSocketChannel channel;
    private final RdmaStream stream;
    private final ThreadWait reader;
    final ThreadWait writer;
    private final BufferList targets = new BufferList();
    private final BufferList sources = new BufferList();
    private final StreamConnection connection;

    StreamTransfer(RdmaSocketChannel channel, RdmaStream stream, long spinNanos) {
        this.channel = channel;
        this.stream = stream;
        reader = new ThreadWait(spinNanos);
        writer = new ThreadWait(spinNanos);
        connection = new StreamConnection(channel, stream, this);
    }

    @Override
    public Optional<RdmaConnection> rdma() {
        return Optional.of(connection);
    }

    @Override
    public void onReady(int ready) {
        if ((ready & SelectionKey.OP_READ) != 0) {
            reader.wake();
        }
        if ((ready & SelectionKey.OP_WRITE) != 0) {
            writer.wake();
        }
        if ((ready & Readiness.IO_WRITE) != 0) {
            connection.onReady();
        }
    }

    @Override
    public int poll(int operations) {
        int transfers = operations & TRANSFERS;
        return transfers == 0 ? 0 : stream.poll(transfers);
    }

    @Override
    public int await(int operations) {
        int transfers = operations & TRANSFERS;
        return transfers == 0 ? 0 : stream.await(transfers);
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return stream.localAddress();
    }

    @Override
    public <T> void setOption(SocketOption<T> name, T value) throws IOException {
        if (name.equals(ChannelOptions.IO_MAP_SIZE)) {
            throw new SocketException("IO_MAP_SIZE = " + value + ", the peer knows " + stream.ioMapSize()
                    + ": set it before the channel binds or connects");
        }
        // The sizes of the rings are fixed, and most other options have no effect on a connection.
        if (name.equals(StandardSocketOptions.SO_KEEPALIVE)) {
            if (!stream.setKeepAlive(Boolean.TRUE.equals(value))) {
                throw new ClosedChannelException();
            }
        }
    }

    @Override
    public <T> @Nullable T getOption(SocketOption<T> name) {
        if (name.equals(StandardSocketOptions.SO_RCVBUF)) {
            return name.type().cast(stream.receiveBuffer());
        }
        if (name.equals(ChannelOptions.IO_MAP_SIZE)) {
            return name.type().cast(stream.ioMapSize());
        }
        return name.equals(StandardSocketOptions.SO_SNDBUF) ? name.type().cast(stream.sendBuffer()) : null;
    }

    @Override
    public void shutdownInput() {
        stream.shutdownInput();
    }

    @Override
    public void shutdownOutput() {
        stream.shutdownOutput();
    }

    @Override
    public void close(int linger) {
        stream.close(linger == 0);
        if (linger > 0 && channel.isBlocking()) {
            stream.awaitDelivery(linger);
        }
    }

    // ---------------------------------------------------------------- reading

    @Override
    public int read(ByteBuffer target) throws IOException {
        targets.set(target);
        return read(channel.isBlocking(), NO_LIMIT);
    }

    @Override
    public long read(ByteBuffer[] array, int offset, int length) throws IOException {
        targets.set(array, offset, length);
        return read(channel.isBlocking(), NO_LIMIT);
    }

    @Override
    public int blockingRead(byte[] bytes, int offset, int length, int timeout) throws IOException {
        targets.set(ByteBuffer.wrap(bytes, offset, length));
        return read(true, timeout);
    }

    private int read(boolean blocking, long timeout) throws IOException {
        try {
            if (channel.isInputShut()) {
                return -1;
            }
            if (targets.remaining() == 0) {
                return 0;
            }
            return blocking ? awaitRead(timeout) : stream.read(targets);
        } catch (SocketException e) {
            throw asynchronouslyClosed(e);
        } finally {
            targets.finish();
        }
    }

    private int awaitRead(long timeout) throws IOException {
        int count = 0;
        long deadline = System.nanoTime() + timeout * NANOS_PER_MILLI;
        try {
            channel.beginCall();
            reader.begin();
            count = stream.read(targets);
            while (count == 0 && channel.isOpen()) {
                long rest = timeout == NO_LIMIT ? NO_LIMIT : deadline - System.nanoTime();
                if (rest < 0) {
                    throw new SocketTimeoutException("Read timed out");
                }
                await(reader, SelectionKey.OP_READ, rest);
                count = stream.read(targets);
            }
        } finally {
            reader.end();
            channel.endCall(count != 0);
        }
        return count;
    }

    @Override
    public int available() {
        return stream.available();
    }

    // ---------------------------------------------------------------- writing

    @Override
    public int write(ByteBuffer source) throws IOException {
        sources.set(source);
        return (int) write(channel.isBlocking());
    }

    @Override
    public long write(ByteBuffer[] array, int offset, int length) throws IOException {
        sources.set(array, offset, length);
        return write(channel.isBlocking());
    }

    @Override
    public void blockingWrite(byte[] bytes, int offset, int length) throws IOException {
        sources.set(ByteBuffer.wrap(bytes, offset, length));
        write(true);
    }

    private long write(boolean blocking) throws IOException {
        try {
            if (!blocking) {
                return stream.write(sources);
            }
            return sources.remaining() == 0 ? 0 : awaitWrite();
        } catch (SocketException e) {
            throw asynchronouslyClosed(e);
        } finally {
            sources.finish();
        }
    }

    private long awaitWrite() throws IOException {
        long count = 0;
        try {
            channel.beginCall();
            writer.begin();
            count = stream.write(sources);
            while (sources.remaining() > 0 && channel.isOpen() && !channel.isOutputShut()) {
                await(writer, SelectionKey.OP_WRITE, NO_LIMIT);
                if (!channel.isOutputShut()) {
                    count += stream.write(sources);
                }
            }
        } catch (IOException e) {
            if (count == 0) {
                throw e;
            }
        } finally {
            writer.end();
            channel.endCall(count > 0);
        }
        if (count == 0) {
            throw new AsynchronousCloseException(); // another thread has shut down the output
        }
        return count;
    }

    /** Returns the exception of a call: that of a close, if another thread has closed the channel meanwhile. */
    IOException asynchronouslyClosed(IOException cause) {
        if (channel.isOpen()) {
            return cause;
        }
        AsynchronousCloseException closed = new AsynchronousCloseException();
        closed.addSuppressed(cause);
        return closed;
    }

    /** Waits until a call may no longer wait: polls first, then sleeps, a time in nanoseconds at most. */
    void await(ThreadWait thread, int operation, long nanos) {
        long start = System.nanoTime();
        boolean ready = poll(operation, start, thread.spin.begin());
        if (!ready && stream.await(operation) == 0 && channel.isOpen()) {
            thread.park(nanos);
        }
        thread.spin.end(System.nanoTime() - start);
    }

    /** Polls for a time in nanoseconds. Returns whether a call may no longer wait. */
    private boolean poll(int operation, long start, long nanos) {
        while (nanos > 0 && System.nanoTime() - start < nanos) {
            if (stream.poll(operation) != 0 || !channel.isOpen()) {
                return true;
            }
            AdaptiveSpin.pause();
        }
        return false;
    }
}
