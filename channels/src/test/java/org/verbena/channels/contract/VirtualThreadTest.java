// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests blocking calls of virtual threads. */
class VirtualThreadTest extends ContractTest {
    /** More threads than any build machine has carrier threads. Pinned carriers would cause a deadlock. */
    private static final int MANY = 300;

    private static final int MEGABYTE = 1 << 20;

    @Test
    void virtualThreadsConnectAndExchange() throws Exception {
        ServerSocketChannel server = listen();
        Task<String> acceptor = Task.startVirtual(() -> {
            SocketChannel accepted = closing(server.accept());
            String request = Bytes.receive(accepted, 7);
            Bytes.send(accepted, "response");
            return request;
        });
        Task<String> client = Task.startVirtual(() -> {
            SocketChannel channel = open();
            channel.connect(server.getLocalAddress());
            Bytes.send(channel, "request");
            return Bytes.receive(channel, 8);
        });
        assertThat(acceptor.result()).isEqualTo("request");
        assertThat(client.result()).isEqualTo("response");
    }

    @Test
    void manyReadersDoNotPinTheirCarriers() throws Exception {
        ServerSocketChannel server = openServer().bind(network.address(), MANY);
        List<SocketChannel> peers = new ArrayList<>();
        List<Task<String>> readers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Connection connection = connect(server);
            peers.add(connection.server());
            readers.add(Task.startVirtual(() -> {
                String text = Bytes.receive(connection.client(), 1);
                Bytes.send(connection.client(), text);
                return text;
            }));
        }
        readers.get(MANY - 1).awaitBlockedIn("read");
        // The last reader receives its byte first.
        for (int i = MANY - 1; i >= 0; i--) {
            Bytes.send(peers.get(i), "x");
            assertThat(Bytes.receive(peers.get(i), 1)).isEqualTo("x");
        }
        for (Task<String> reader : readers) {
            assertThat(reader.result()).isEqualTo("x");
        }
    }

    @Test
    void manyWritersDoNotPinTheirCarriers() throws Exception {
        List<Task<Long>> tasks = new ArrayList<>();
        List<SocketChannel> peers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Connection connection = connectSmall();
            peers.add(connection.server());
            tasks.add(Task.startVirtual(() -> {
                ByteBuffer bytes = Bytes.pattern(0, 2 * MEGABYTE);
                // A write of a virtual thread can be short.
                while (bytes.hasRemaining()) {
                    connection.client().write(bytes);
                }
                connection.client().shutdownOutput();
                return (long) bytes.position();
            }));
        }
        tasks.get(0).awaitBlockedIn("write");
        for (SocketChannel peer : peers) {
            assertThat(Bytes.drain(peer)).isEqualTo(2 * MEGABYTE);
        }
        for (Task<Long> task : tasks) {
            assertThat(task.result()).isEqualTo(2 * MEGABYTE);
        }
    }

    @Test
    void manyAcceptsDoNotPinTheirCarriers() throws Exception {
        List<ServerSocketChannel> servers = new ArrayList<>();
        List<Task<SocketChannel>> acceptors = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ServerSocketChannel server = listen();
            servers.add(server);
            acceptors.add(Task.startVirtual(() -> closing(server.accept())));
        }
        for (int i = 49; i >= 0; i--) {
            open().connect(servers.get(i).getLocalAddress());
            assertThat(acceptors.get(i).result().isConnected()).isTrue();
        }
    }

    @Test
    void aCloseWakesAVirtualThread() throws Exception {
        Connection connection = connect();
        Task<Integer> reader = Task.startVirtual(() -> connection.client().read(ByteBuffer.allocate(1)))
                .awaitBlockedIn("read");
        connection.client().close();
        assertThat(reader.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
        ServerSocketChannel server = listen();
        Task<SocketChannel> acceptor = Task.startVirtual(server::accept).awaitBlockedIn("accept");
        server.close();
        assertThat(acceptor.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void anInterruptClosesTheChannelOfAVirtualThread() throws Exception {
        Connection connection = connect();
        Task<Integer> reader = Task.startVirtual(() -> connection.client().read(ByteBuffer.allocate(1)))
                .awaitBlockedIn("read");
        reader.interrupt();
        assertThat(reader.failure()).isExactlyInstanceOf(ClosedByInterruptException.class);
        assertThat(connection.client().isOpen()).isFalse();
    }

    @Test
    void shutdownInputWakesAVirtualThread() throws Exception {
        Connection connection = connect();
        Task<Integer> reader = Task.startVirtual(() -> connection.client().read(ByteBuffer.allocate(1)))
                .awaitBlockedIn("read");
        connection.client().shutdownInput();
        assertThat(reader.result()).isEqualTo(-1);
    }

    @Test
    void aVirtualThreadDoesNotChangeTheBlockingMode() throws Exception {
        Connection connection = connect();
        Task<String> reader = Task.startVirtual(() -> Bytes.receive(connection.client(), 1));
        Bytes.send(connection.server(), "x");
        assertThat(reader.result()).isEqualTo("x");
        assertThat(connection.client().isBlocking()).isTrue();
        Task<String> platform =
                Task.start(() -> Bytes.receive(connection.client(), 1)).awaitBlockedIn("read");
        Bytes.send(connection.server(), "y");
        assertThat(platform.result()).isEqualTo("y");
    }

    @Test
    void virtualThreadsSelect() throws Exception {
        List<Task<Integer>> selects = new ArrayList<>();
        List<Selector> selectors = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Selector selector = selector();
            register(selector, connect().client(), SelectionKey.OP_READ);
            selectors.add(selector);
            selects.add(Task.startVirtual(selector::select));
        }
        for (int i = 7; i >= 0; i--) {
            selectors.get(i).wakeup();
            assertThat(selects.get(i).result()).isZero();
        }
        Connection connection = connect();
        Selector selector = selectors.get(0);
        register(selector, connection.client(), SelectionKey.OP_READ);
        Task<Integer> select = Task.startVirtual(selector::select);
        Bytes.send(connection.server(), "x");
        assertThat(select.result()).isEqualTo(1);
    }
}
