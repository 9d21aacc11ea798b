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

/** Somebody between two sides of a connector: sees all messages, and lets through what he likes. For one connection. */
final class MeddlingWire implements AutoCloseable {
    private static final int HEADER_LENGTH = 12;
    private static final int LENGTH_OFFSET = 8;

    /** Who says it. */
    enum From {
        CLIENT,
        SERVER
    }

    /**
     * A message.
     *
     * @param from who says it
     * @param number how many this side has said before
     * @param bytes all of it
     */
    record Said(From from, int number, byte[] bytes) {
        /** The same with one bit of a byte turned. */
        Said flip(int offset) {
            byte[] flipped = bytes.clone();
            flipped[offset] ^= 1;
            return new Said(from, number, flipped);
        }
    }

    /** What he does. */
    interface Meddler {
        /** What goes on instead of a message. */
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
                        // A side has hung up, and so did we.
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

    /** What to connect to. */
    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** All that was said so far, before he meddled. */
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
