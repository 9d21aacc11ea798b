// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.Optional;
import org.verbena.channels.stream.BufferList;
import org.verbena.channels.stream.MappedMemory;
import org.verbena.channels.stream.RdmaStream;
import org.verbena.channels.stream.Readiness;
import org.verbena.channels.stream.StackSafeLock;
import org.verbena.channels.stream.StreamMemory;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/** The RDMA operations of a channel on its stream. A lock admits one write into mapped memory at a time. */
final class StreamConnection implements RdmaConnection {
    /** The offset of C that stands for the address of the memory. */
    private static final long ADDRESS = -1;

    private final RdmaSocketChannel channel;
    private final RdmaStream stream;
    private final StreamMemory memory;
    private final StreamTransfer transfer;
    private final StackSafeLock lock = new StackSafeLock();
    private final ThreadWait writer = new ThreadWait();
    private final BufferList sources = new BufferList();
    private final LentWriter lentWriter;

    StreamConnection(RdmaSocketChannel channel, RdmaStream stream, StreamTransfer transfer) {
        this.channel = channel;
        this.stream = stream;
        this.memory = stream.memory();
        this.transfer = transfer;
        lentWriter = new LentWriter(channel, memory, transfer);
    }

    /** Returns the operations of a channel, empty unless it is connected by RDMA. */
    static Optional<RdmaConnection> of(RdmaSocketChannel channel) {
        try {
            return channel.isConnected() ? channel.requireConnected().rdma() : Optional.empty();
        } catch (ClosedChannelException e) {
            return Optional.empty(); // another thread has closed the channel
        }
    }

    // ---------------------------------------------------------------- lending

    @Override
    public BufferPool bufferPool() {
        return memory.bufferPool();
    }

    @Override
    public boolean write(PooledBuffer buffer, int offset, int length) throws IOException {
        return lentWriter.write(buffer, offset, length);
    }

    /** Wakes a write into mapped memory, because it may be possible now. */
    void onReady() {
        writer.wake();
    }

    // ---------------------------------------------------------------- mapping

    private record Handle(MappedMemory memory) implements Mapping {
        @Override
        public long offset() {
            return memory.offset();
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    @Override
    public Mapping map(ByteBuffer memory, long offset) throws IOException {
        requireMappable(memory);
        long last = Long.MAX_VALUE - memory.remaining();
        if (offset < 0 || offset > last) {
            throw new IllegalArgumentException("offset = " + offset + ", allowed 0.." + last + " for "
                    + memory.remaining() + " bytes, because an offset is a signed number of 64 bits");
        }
        return new Handle(this.memory.map(memory, offset));
    }

    @Override
    public Mapping map(ByteBuffer memory) throws IOException {
        requireMappable(memory);
        return new Handle(this.memory.map(memory, ADDRESS));
    }

    private static void requireMappable(ByteBuffer memory) {
        if (!memory.isDirect()) {
            throw new IllegalArgumentException(
                    "memory = heap buffer, allowed a direct one, because the device needs a fixed address");
        }
        if (memory.isReadOnly()) {
            throw new IllegalArgumentException(
                    "memory = read-only buffer, allowed a writable one, because the peer writes");
        }
        if (!memory.hasRemaining()) {
            throw new IllegalArgumentException(
                    "memory.remaining() = 0, minimum 1, because a mapping has no empty range");
        }
    }

    // ---------------------------------------------------------------- writing

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException(
                    "offset = " + offset + ", minimum 0, because mapped offsets are not negative");
        }
        Objects.requireNonNull(source, "source");
        lock.lock();
        try {
            sources.set(source);
            channel.requireWritable();
            return channel.isBlocking() ? awaitWrite(offset) : requireMapped(memory.ioWrite(sources, offset), offset);
        } catch (SocketException e) {
            throw transfer.asynchronouslyClosed(e);
        } finally {
            sources.finish();
            lock.unlock();
        }
    }

    private int requireMapped(int count, long offset) {
        if (count < 0) {
            throw new IndexOutOfBoundsException(
                    "offset = " + offset + ", mapped by the peer: " + memory.mappedByPeer());
        }
        return count;
    }

    private int awaitWrite(long offset) throws IOException {
        int count = 0;
        try {
            channel.beginCall();
            writer.begin();
            int last = requireMapped(memory.ioWrite(sources, offset), offset);
            count = last;
            while (last >= 0 && sources.remaining() > 0 && channel.isOpen() && !channel.isOutputShut()) {
                transfer.await(writer, Readiness.IO_WRITE, StreamTransfer.NO_LIMIT);
                last = channel.isOutputShut() ? 0 : memory.ioWrite(sources, offset + count);
                count += Math.max(0, last);
            }
        } catch (IOException e) {
            if (count == 0) {
                throw e;
            }
        } finally {
            writer.end();
            channel.endCall(count > 0);
        }
        if (count == 0 && sources.remaining() > 0) {
            throw new AsynchronousCloseException(); // another thread has shut down the output
        }
        return count;
    }

    @Override
    public boolean isConnected() {
        return channel.isOpen() && stream.isConnected();
    }
}
