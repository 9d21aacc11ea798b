// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Intercepts one connection between two sides of a connector: records all messages, and alters or drops them. */
final class MeddlingWire implements AutoCloseable {
    private static final int HEADER_LENGTH = 12;
    private static final int LENGTH_OFFSET = 8;

    /** The sender of a message. */
    enum From {
        CLIENT,
        SERVER
    }

    /**
     * A message.
     *
     * @param from the sender
     * @param number the number of earlier messages of this sender
     * @param bytes the complete message
     */
    record Said(From from, int number, byte[] bytes) {
        /** Returns a copy with one flipped bit in a byte. */
        Said flip(int offset) {
            byte[] flipped = bytes.clone();
            flipped[offset] ^= 1;
            return new Said(from, number, flipped);
        }
    }

    /** Decides which messages the wire delivers. */
    interface Meddler {
        /** Returns the messages to deliver instead of a message. */
        List<Said> pass(Said said);
    }

    private final InetSocketAddress target;
    private final Meddler meddler;
    private final ServerSocket server;
    private final List<Said> heard = new ArrayList<>();

    MeddlingWire(InetSocketAddress target, Meddler meddler) {
        this.target = target;
        this.meddler = meddler;
        try {
            this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("meddling-wire", () -> {
            Socket client = server.accept();
            Socket there = new Socket(target.getAddress(), target.getPort());
            start("meddling-wire-answers", () -> carry(From.SERVER, there, client));
            carry(From.CLIENT, client, there);
        });
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // A side has closed its connection, and this wire has closed both.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void carry(From from, Socket source, Socket sink) throws IOException {
        try (source;
                sink) {
            DataInputStream in = new DataInputStream(source.getInputStream());
            for (int number = 0; ; number++) {
                byte[] header = in.readNBytes(HEADER_LENGTH);
                if (header.length < HEADER_LENGTH) {
                    return;
                }
                byte[] body = in.readNBytes(ByteBuffer.wrap(header).getInt(LENGTH_OFFSET));
                byte[] bytes = ByteBuffer.allocate(header.length + body.length)
                        .put(header)
                        .put(body)
                        .array();
                Said said = new Said(from, number, bytes);
                synchronized (heard) {
                    heard.add(said);
                }
                for (Said passed : meddler.pass(said)) {
                    sink.getOutputStream().write(passed.bytes());
                }
            }
        }
    }

    /** Returns the address to connect to. */
    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Returns all messages so far, before any alteration. */
    List<Said> heard() {
        synchronized (heard) {
            return List.copyOf(heard);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
