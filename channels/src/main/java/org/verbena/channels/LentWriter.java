// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.AsynchronousCloseException;
import java.util.Objects;
import org.verbena.channels.stream.Readiness;
import org.verbena.channels.stream.StreamMemory;
import org.verbena.memory.PooledBuffer;

/** Writes lent buffers in the mode of a channel. The channel's lock for writes admits one writer of either kind. */
final class LentWriter {
    private final RdmaSocketChannel channel;
    private final StreamMemory memory;
    private final StreamTransfer transfer;

    LentWriter(RdmaSocketChannel channel, StreamMemory memory, StreamTransfer transfer) {
        this.channel = channel;
        this.memory = memory;
        this.transfer = transfer;
    }

    boolean write(PooledBuffer buffer, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, buffer.capacity());
        if (!buffer.pool().pd().equals(memory.pd())) {
            throw new IllegalArgumentException(
                    "buffer.pool().pd() = " + buffer.pool().pd() + ", allowed " + memory.pd()
                            + ", because the device sends only memory of the connection's protection domain");
        }
        channel.writeLock.lock();
        try {
            channel.requireWritable();
            if (!channel.isBlocking()) {
                return memory.lend(buffer, offset, length);
            }
            awaitWrite(buffer, offset, length);
            return true;
        } catch (SocketException e) {
            throw transfer.asynchronouslyClosed(e);
        } finally {
            channel.writeLock.unlock();
        }
    }

    private void awaitWrite(PooledBuffer buffer, int offset, int length) throws IOException {
        boolean isLent = false;
        boolean isPosted = false;
        try {
            channel.beginCall();
            transfer.writer.begin();
            isLent = memory.lend(buffer, offset, length);
            isPosted = isLent && !memory.isLentWaiting();
            while (!isPosted && channel.isOpen() && !channel.isOutputShut()) {
                transfer.await(transfer.writer, Readiness.WRITE, StreamTransfer.NO_LIMIT);
                isLent = isLent || (!channel.isOutputShut() && memory.lend(buffer, offset, length));
                isPosted = isLent && !memory.isLentWaiting();
            }
        } finally {
            transfer.writer.end();
            channel.endCall(isPosted);
        }
        if (!isLent) {
            throw new AsynchronousCloseException(); // another thread has shut down the output
        }
    }
}
