// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests many connections: together in one selector, and one after the other. */
class ManyConnectionsTest extends ContractTest {
    private static final int MANY = 200;
    private static final int ROUNDS = 5;
    private static final int LENGTH = 2000;

    /** An echo server with one selector, as a user writes it. */
    private static final class EchoServer {
        final ServerSocketChannel server;
        final Selector selector;
        int closed;

        EchoServer(ServerSocketChannel server, Selector selector) throws IOException {
            this.server = server;
            this.selector = selector;
            register(selector, server, SelectionKey.OP_ACCEPT);
        }

        /** Serves until a number of connections has ended. */
        Void serve(int connections) throws IOException {
            while (closed < connections) {
                selector.select(key -> {
                    try {
                        serve(key);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
            }
            return null;
        }

        private void serve(SelectionKey key) throws IOException {
            if (key.isAcceptable()) {
                SocketChannel accepted = server.accept();
                if (accepted != null) {
                    accepted.configureBlocking(false);
                    accepted.register(
                            selector,
                            SelectionKey.OP_READ,
                            ByteBuffer.allocate(1000).limit(0));
                }
                return;
            }
            SocketChannel channel = (SocketChannel) key.channel();
            ByteBuffer bytes = (ByteBuffer) key.attachment();
            if (!bytes.hasRemaining()) {
                bytes.clear();
                int count = channel.read(bytes);
                bytes.flip();
                if (count < 0) {
                    closed++;
                    channel.close();
                    return;
                }
            }
            channel.write(bytes);
            key.interestOps(bytes.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    @Test
    void oneSelectorServesManyConnections() throws Exception {
        ServerSocketChannel server = openServer().bind(network.address(), MANY);
        EchoServer echo = new EchoServer(server, selector());
        Task<Void> serving = Task.start(() -> echo.serve(MANY));
        List<SocketChannel> clients = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            SocketChannel client = open();
            client.connect(server.getLocalAddress());
            clients.add(client);
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < MANY; i++) {
                clients.get(i).write(Bytes.pattern(i + round, LENGTH));
            }
            for (int i = 0; i < MANY; i++) {
                ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
                while (bytes.hasRemaining()) {
                    assertThat(clients.get(i).read(bytes)).isPositive();
                }
                Bytes.check(bytes, i + round);
            }
        }
        for (SocketChannel client : clients) {
            client.close();
        }
        serving.result();
        echo.selector.selectNow();
        assertThat(echo.selector.keys()).hasSize(1);
    }

    @Test
    void manyConnectionsComeAndGo() throws Exception {
        ServerSocketChannel server = openServer().bind(network.address(), MANY);
        EchoServer echo = new EchoServer(server, selector());
        Task<Void> serving = Task.start(() -> echo.serve(MANY));
        for (int i = 0; i < MANY; i++) {
            try (SocketChannel client = network.provider().openSocketChannel()) {
                client.connect(server.getLocalAddress());
                String text = "connection " + i;
                Bytes.send(client, text);
                assertThat(Bytes.receive(client, text.length())).isEqualTo(text);
            }
        }
        serving.result();
    }

    @Test
    void oneSelectorConnectsManyClients() throws Exception {
        ServerSocketChannel server = openServer().bind(network.address(), MANY);
        Task<Void> acceptor = Task.run(() -> {
            for (int i = 0; i < MANY; i++) {
                Bytes.send(closing(server.accept()), "x");
            }
        });
        Selector selector = selector();
        for (int i = 0; i < MANY; i++) {
            SocketChannel client = open();
            client.configureBlocking(false);
            int ops = client.connect(server.getLocalAddress()) ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
            client.register(selector, ops);
        }
        int received = 0;
        while (received < MANY) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                SocketChannel client = (SocketChannel) key.channel();
                if (key.isConnectable()) {
                    assertThat(client.finishConnect()).isTrue();
                    key.interestOps(SelectionKey.OP_READ);
                } else if (client.read(ByteBuffer.allocate(1)) == 1) {
                    received++;
                    key.cancel();
                }
            }
            selector.selectedKeys().clear();
        }
        acceptor.result();
    }

    @Test
    void threadsConnectAtOnce() throws Exception {
        ServerSocketChannel server = openServer().bind(network.address(), MANY);
        int threads = 8;
        int each = 10;
        List<Task<Void>> clients = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            clients.add(Task.run(() -> {
                for (int i = 0; i < each; i++) {
                    try (SocketChannel client = network.provider().openSocketChannel()) {
                        client.connect(server.getLocalAddress());
                        Bytes.send(client, "hello");
                        assertThat(Bytes.receive(client, 5)).isEqualTo("world");
                    }
                }
            }));
        }
        for (int i = 0; i < threads * each; i++) {
            try (SocketChannel accepted = server.accept()) {
                assertThat(Bytes.receive(accepted, 5)).isEqualTo("hello");
                Bytes.send(accepted, "world");
                assertThat(accepted.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            }
        }
        for (Task<Void> client : clients) {
            client.result();
        }
    }
}
