// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One side of a connection of rstream. */
class StreamEnd implements AutoCloseable {
    final SocketChannel channel;
    final StreamWait wait;
    final ByteBuffer buffer;
    final @Nullable StreamPattern pattern;
    final boolean client;

    /**
     * Creates a side.
     *
     * @param channel a connected channel
     * @param wait the waits for the channel
     * @param data the buffer and the pattern
     * @param client whether this side sends first
     */
    StreamEnd(SocketChannel channel, StreamWait wait, StreamData data, boolean client) {
        this.channel = channel;
        this.wait = wait;
        buffer = data.buffer();
        pattern = data.pattern();
        this.client = client;
    }

    /**
     * Makes the transfers of a run.
     *
     * @return the duration in nanoseconds
     */
    long run(StreamRun run) throws IOException {
        transfer(1, StreamData.SYNC_SIZE);
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
        if (pattern != null) {
            pattern.fill(buffer.clear(), size);
        }
        sendAll(size);
    }

    /** Sends the first bytes of the buffer. */
    final void sendAll(int size) throws IOException {
        buffer.clear().limit(size);
        while (buffer.hasRemaining()) {
            wait.before(channel, SelectionKey.OP_WRITE);
            while (channel.write(buffer) == 0) {
                wait.pause(channel, SelectionKey.OP_WRITE);
            }
        }
    }

    private void receive(int size) throws IOException {
        receiveAll(size);
        if (pattern != null) {
            pattern.verify(buffer, size);
        }
    }

    /** Receives the first bytes of the buffer. */
    final void receiveAll(int size) throws IOException {
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
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
