package org.verbena.channels;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import org.verbena.channels.stream.RdmaStream;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/** The RDMA operations of a channel on its stream. */
final class StreamConnection implements RdmaConnection {
    private final RdmaStream stream;
    private final LentWriter lentWriter;

    StreamConnection(RdmaSocketChannel channel, RdmaStream stream, StreamTransfer transfer) {
        this.stream = stream;
        lentWriter = new LentWriter(channel, stream, transfer);
    }

    /** Returns the operations of a channel, empty unless it is connected by RDMA. */
    static Optional<RdmaConnection> of(RdmaSocketChannel channel) {
        try {
            return channel.isConnected() ? channel.requireConnected().rdma() : Optional.empty();
        } catch (ClosedChannelException e) {
            return Optional.empty(); // another thread has closed the channel
        }
    }

    @Override
    public BufferPool bufferPool() {
        return stream.bufferPool();
    }

    @Override
    public boolean write(PooledBuffer buffer, int offset, int length) throws IOException {
        return lentWriter.write(buffer, offset, length);
    }
}
