package org.verbena.cli.cm;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One side of a connection of rstream. */
final class StreamEnd implements AutoCloseable {
    /** The size of the first transfer in each direction, which is not measured. */
    static final int SYNC_SIZE = 16;

    private final SocketChannel channel;
    private final StreamWait wait;
    private final ByteBuffer buffer;
    private final @Nullable StreamPattern pattern;
    private final boolean client;

    /**
     * Creates a side.
     *
     * @param channel a connected channel
     * @param wait the waits for the channel
     * @param buffer a buffer for the largest transfer
     * @param pattern the data to send and to expect, null to ignore the data
     * @param client whether this side sends first
     */
    StreamEnd(
            SocketChannel channel,
            StreamWait wait,
            ByteBuffer buffer,
            @Nullable StreamPattern pattern,
            boolean client) {
        this.channel = channel;
        this.wait = wait;
        this.buffer = buffer;
        this.pattern = pattern;
        this.client = client;
    }

    /**
     * Makes the transfers of a run.
     *
     * @return the duration in nanoseconds
     */
    long run(StreamRun run) throws IOException {
        transfer(1, SYNC_SIZE);
        long start = System.nanoTime();
        for (int i = 0; i < run.iterations(); i++) {
            transfer(run.count(), run.size());
        }
        return System.nanoTime() - start;
    }

    /** Makes transfers from the client to the server, and then as many back. */
    private void transfer(int count, int size) throws IOException {
        for (int i = 0; i < count; i++) {
            move(client, size);
        }
        for (int i = 0; i < count; i++) {
            move(!client, size);
        }
    }

    private void move(boolean sends, int size) throws IOException {
        if (sends) {
            send(size);
        } else {
            receive(size);
        }
    }

    private void send(int size) throws IOException {
        buffer.clear().limit(size);
        if (pattern != null) {
            pattern.fill(buffer, size);
        }
        while (buffer.hasRemaining()) {
            wait.before(channel, SelectionKey.OP_WRITE);
            while (channel.write(buffer) == 0) {
                wait.pause(channel, SelectionKey.OP_WRITE);
            }
        }
    }

    private void receive(int size) throws IOException {
        buffer.clear().limit(size);
        while (buffer.hasRemaining()) {
            wait.before(channel, SelectionKey.OP_READ);
            int read = channel.read(buffer);
            while (read == 0) {
                wait.pause(channel, SelectionKey.OP_READ);
                read = channel.read(buffer);
            }
            if (read < 0) {
                throw new EOFException("the peer has closed the connection after " + buffer.position() + " of " + size
                        + " bytes of a transfer");
            }
        }
        if (pattern != null) {
            pattern.verify(buffer, size);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
