// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies a file over TCP. A client sends the file, and the server keeps it or sends it back. The program does not refer
 * to RDMA. A system property selects the provider of its channels.
 */
public final class Copy {
    private static final int BUFFER_SIZE = 50_000;

    private final Path original;
    private final Path copy;
    private final boolean isEcho;

    private Copy(Path original, Path copy, boolean isEcho) {
        this.original = original;
        this.copy = copy;
        this.isEcho = isEcho;
    }

    /** Runs {@code server|client send|echo ADDRESS PORT ORIGINAL COPY}. */
    public static void main(String[] args) throws IOException {
        InetSocketAddress address = new InetSocketAddress(args[2], Integer.parseInt(args[3]));
        Copy program = new Copy(Path.of(args[4]), Path.of(args[5]), args[1].equals("echo"));
        if (args[0].equals("server")) {
            program.serve(address);
        } else {
            program.call(address);
        }
    }

    private void serve(InetSocketAddress address) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(address);
            System.err.println("listening on " + server.getLocalAddress());
            try (SocketChannel client = server.accept()) {
                if (isEcho) {
                    sendBack(client);
                } else {
                    keep(client);
                }
            }
        }
    }

    private static void sendBack(SocketChannel client) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_SIZE);
        while (client.read(buffer.clear()) >= 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                client.write(buffer);
            }
        }
    }

    private void keep(SocketChannel peer) throws IOException {
        try (FileChannel file = FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_SIZE);
            while (peer.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    file.write(buffer);
                }
            }
        }
    }

    private void call(InetSocketAddress address) throws IOException {
        try (SocketChannel server = SocketChannel.open(address)) {
            if (!isEcho) {
                send(server);
                return;
            }
            Thread sender = new Thread(() -> {
                try {
                    send(server);
                } catch (IOException e) {
                    e.printStackTrace(); // the test fails, because the copy is incomplete
                }
            });
            sender.start();
            keep(server);
        }
    }

    private void send(SocketChannel server) throws IOException {
        try (FileChannel file = FileChannel.open(original)) {
            for (long position = 0; position < file.size(); ) {
                position += file.transferTo(position, file.size() - position, server);
            }
        }
        server.shutdownOutput();
    }
}
