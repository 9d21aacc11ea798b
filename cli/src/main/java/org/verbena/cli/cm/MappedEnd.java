// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.verbena.channels.RdmaConnection;
import org.verbena.cli.command.SpinWait;
import org.verbena.cli.text.CommandException;

/**
 * One side of a connection of riostream. The peer writes into the buffer from which this side writes. The last byte of
 * the last transfer in each direction of an iteration is a marker, which the owner of the memory polls.
 */
final class MappedEnd extends StreamEnd {
    /** The last byte before the first marker, which is 0. */
    private static final byte NO_MARKER = -1;

    private static final int POLLS_BETWEEN_CHECKS = 4096;

    private final SpinWait spinWait = new SpinWait();

    MappedEnd(SocketChannel channel, StreamWait wait, StreamData data, boolean client) {
        super(channel, wait, data, client);
    }

    @Override
    long run(StreamRun run) throws IOException {
        RdmaConnection connection = RdmaConnection.of(channel).orElseThrow(ClosedChannelException::new);
        buffer.clear().put(run.size() - 1, NO_MARKER);
        RdmaConnection.Mapping mapping = connection.map(buffer.slice(0, run.size()), 0);
        try {
            synchronize();
            buffer.clear();
            long start = System.nanoTime();
            for (int i = 0; i < run.iterations(); i++) {
                iterate(connection, run, (byte) (2 * i));
            }
            return System.nanoTime() - start;
        } finally {
            mapping.close();
        }
    }

    /** Exchanges bytes of the stream, before which each side learns of the other's memory. They end with no marker. */
    private void synchronize() throws IOException {
        if (client) {
            sendAll(StreamData.SYNC_SIZE);
            receiveAll(StreamData.SYNC_SIZE);
        } else {
            receiveAll(StreamData.SYNC_SIZE);
            sendAll(StreamData.SYNC_SIZE);
        }
    }

    private void iterate(RdmaConnection connection, StreamRun run, byte marker) throws IOException {
        byte next = (byte) (marker + 1);
        if (client) {
            writeAll(connection, run, marker);
            awaitMarker(connection, run.size(), next);
        } else {
            awaitMarker(connection, run.size(), marker);
            writeAll(connection, run, next);
        }
    }

    private void writeAll(RdmaConnection connection, StreamRun run, byte marker) throws IOException {
        for (int i = 1; i < run.count(); i++) {
            write(connection, run.size());
        }
        int last = run.size() - 1;
        buffer.put(last, marker);
        if (pattern != null) {
            pattern.fill(buffer, last);
        }
        write(connection, run.size());
    }

    private void write(RdmaConnection connection, int size) throws IOException {
        buffer.clear().limit(size);
        while (buffer.hasRemaining()) {
            wait.before(channel, SelectionKey.OP_WRITE);
            while (write(connection) == 0) {
                wait.pause(channel, SelectionKey.OP_WRITE);
            }
        }
    }

    private int write(RdmaConnection connection) throws IOException {
        try {
            return connection.write(buffer, buffer.position());
        } catch (IndexOutOfBoundsException e) {
            throw new CommandException("the peer has not mapped its buffer: " + e.getMessage());
        }
    }

    private void awaitMarker(RdmaConnection connection, int size, byte marker) throws IOException {
        spinWait.reset();
        for (int polls = 1; !isMarked(size, marker); polls++) {
            if (polls % POLLS_BETWEEN_CHECKS == 0 && !connection.isConnected() && !isMarked(size, marker)) {
                throw new EOFException("the peer has closed the connection before the end of a transfer");
            }
            spinWait.pause();
        }
        if (pattern != null) {
            pattern.verify(buffer, size - 1);
        }
    }

    private boolean isMarked(int size, byte marker) {
        boolean marked = buffer.get(size - 1) == marker;
        VarHandle.acquireFence(); // reads again next time, and reads the other bytes later
        return marked;
    }
}
