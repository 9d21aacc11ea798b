// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Tests a close and an interrupt while other threads use the channel. */
class AsyncCloseTest extends ContractTest {
    private static final int LARGE = 16 << 20;

    @Test
    void aCloseWakesAReader() throws Exception {
        Connection connection = connect();
        Task<Integer> reader = Task.start(() -> connection.client().read(ByteBuffer.allocate(1)))
                .awaitBlockedIn("read");
        connection.client().close();
        assertThat(reader.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void aCloseWakesAScatteringReader() throws Exception {
        Connection connection = connect();
        Task<Long> reader = Task.start(() -> connection.client().read(new ByteBuffer[] {ByteBuffer.allocate(1)}))
                .awaitBlockedIn("read");
        connection.client().close();
        assertThat(reader.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void aCloseWakesAWriterThatHasWrittenBytes() throws Exception {
        Connection connection = connectSmall();
        Task<Integer> writer = Task.start(() -> connection.client().write(Bytes.pattern(0, LARGE)))
                .awaitBlockedIn("write");
        connection.client().close();
        assertThat(writer.result()).isPositive().isLessThan(LARGE);
        assertThatThrownBy(() -> connection.client().write(Bytes.of("x"))).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void aCloseWakesAWriterThatHasWrittenNothing() throws Exception {
        SocketChannel client = connectFull();
        Task<Integer> writer = Task.start(() -> client.write(Bytes.of("x"))).awaitBlockedIn("write");
        client.close();
        assertThat(writer.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void aCloseWakesReaderAndWriter() throws Exception {
        SocketChannel client = connectFull();
        Task<Integer> reader =
                Task.start(() -> client.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
        Task<Integer> writer = Task.start(() -> client.write(Bytes.of("x"))).awaitBlockedIn("write");
        Task.run(client::close).result();
        assertThat(reader.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
        assertThat(writer.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
        assertThat(client.isOpen()).isFalse();
    }

    /** Returns a blocking channel whose buffers are full. */
    private SocketChannel connectFull() throws Exception {
        SocketChannel client = connectSmall().client();
        client.configureBlocking(false);
        ReadWriteTest.fill(client, 0);
        client.configureBlocking(true);
        return client;
    }

    @Test
    void aCloseWakesAnAccept() throws Exception {
        ServerSocketChannel server = listen();
        Task<SocketChannel> acceptor = Task.start(server::accept).awaitBlockedIn("accept");
        server.close();
        assertThat(acceptor.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void anInterruptClosesTheChannelOfAReader() throws Exception {
        Connection connection = connect();
        Task<Boolean> reader = Task.start(() -> {
                    assertThatThrownBy(() -> connection.client().read(ByteBuffer.allocate(1)))
                            .isExactlyInstanceOf(ClosedByInterruptException.class);
                    return Thread.currentThread().isInterrupted();
                })
                .awaitBlockedIn("read");
        reader.interrupt();
        assertThat(reader.result()).as("interrupt status").isTrue();
        assertThat(connection.client().isOpen()).isFalse();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void anInterruptClosesTheChannelOfAWriter() throws Exception {
        Connection connection = connectSmall();
        Task<Boolean> writer = Task.start(() -> {
                    assertThatThrownBy(() -> connection.client().write(Bytes.pattern(0, LARGE)))
                            .isExactlyInstanceOf(ClosedByInterruptException.class);
                    return Thread.currentThread().isInterrupted();
                })
                .awaitBlockedIn("write");
        writer.interrupt();
        assertThat(writer.result()).as("interrupt status").isTrue();
        assertThat(connection.client().isOpen()).isFalse();
    }

    @Test
    void anInterruptClosesTheServer() throws Exception {
        ServerSocketChannel server = listen();
        Task<Boolean> acceptor = Task.start(() -> {
                    assertThatThrownBy(server::accept).isExactlyInstanceOf(ClosedByInterruptException.class);
                    return Thread.currentThread().isInterrupted();
                })
                .awaitBlockedIn("accept");
        acceptor.interrupt();
        assertThat(acceptor.result()).as("interrupt status").isTrue();
        assertThat(server.isOpen()).isFalse();
    }

    @Test
    void anInterruptOfOneThreadWakesTheOther() throws Exception {
        SocketChannel client = connectFull();
        Task<Integer> reader =
                Task.start(() -> client.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
        Task<Integer> writer = Task.start(() -> client.write(Bytes.of("x"))).awaitBlockedIn("write");
        reader.interrupt();
        assertThat(reader.failure()).isExactlyInstanceOf(ClosedByInterruptException.class);
        assertThat(writer.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void anEarlierInterruptClosesAsWell() throws Exception {
        ServerSocketChannel server = listen();
        Connection reading = connect(server);
        Connection writing = connect(server);
        SocketChannel connecting = open();
        Bytes.send(reading.server(), "available");
        List<Task.Action> calls = List.of(
                () -> reading.client().read(ByteBuffer.allocate(1)),
                () -> writing.client().write(Bytes.of("x")),
                () -> connecting.connect(server.getLocalAddress()),
                server::accept);
        for (Task.Action call : calls) {
            Task<Boolean> task = Task.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(call::run).isExactlyInstanceOf(ClosedByInterruptException.class);
                return Thread.currentThread().isInterrupted();
            });
            assertThat(task.result()).as("interrupt status").isTrue();
        }
        assertThat(reading.client().isOpen()).isFalse();
        assertThat(writing.client().isOpen()).isFalse();
        assertThat(connecting.isOpen()).isFalse();
        assertThat(server.isOpen()).isFalse();
    }

    @Test
    void nonBlockingCallsIgnoreAnInterrupt() throws Exception {
        ServerSocketChannel server = listen();
        Connection connection = connect(server).blocking(false);
        SocketChannel client = connection.client();
        Task<Boolean> task = Task.start(() -> {
            Thread.currentThread().interrupt();
            assertThat(client.read(ByteBuffer.allocate(1))).isZero();
            assertThat(client.write(Bytes.of("x"))).isEqualTo(1);
            server.configureBlocking(false);
            assertThat(server.accept()).isNull();
            SocketChannel pending = beginConnect(server.getLocalAddress());
            while (!pending.finishConnect()) {
                Thread.onSpinWait();
            }
            assertThat(pending.isOpen()).isTrue();
            return Thread.currentThread().isInterrupted();
        });
        assertThat(task.result()).as("interrupt status").isTrue();
        assertThat(client.isOpen()).isTrue();
        assertThat(server.isOpen()).isTrue();
    }

    @Test
    void twoBlockedReadersReceiveOneByteEach() throws Exception {
        Connection connection = connect();
        Task<String> one =
                Task.start(() -> Bytes.receive(connection.client(), 1)).awaitBlockedIn("read");
        Task<String> two =
                Task.start(() -> Bytes.receive(connection.client(), 1)).awaitBlockedIn("read");
        Bytes.send(connection.server(), "12");
        assertThat(List.of(one.result(), two.result())).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void aCloseWakesWaitingReaders() throws Exception {
        Connection connection = connect();
        Task<String> one =
                Task.start(() -> Bytes.receive(connection.client(), 1)).awaitBlockedIn("read");
        Task<String> two =
                Task.start(() -> Bytes.receive(connection.client(), 1)).awaitBlockedIn("read");
        connection.client().close();
        assertThat(one.failure()).isInstanceOf(ClosedChannelException.class);
        assertThat(two.failure()).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void closesRaceWithReadersAndWriters() throws Exception {
        ServerSocketChannel server = listen();
        for (int i = 0; i < 50; i++) {
            Connection connection = connect(server);
            SocketChannel client = connection.client();
            CountDownLatch started = new CountDownLatch(2);
            Task<Void> reader = Task.run(() -> {
                started.countDown();
                ByteBuffer bytes = ByteBuffer.allocate(100);
                while (client.read(bytes) >= 0) {
                    bytes.clear();
                }
            });
            Task<Void> writer = Task.run(() -> {
                started.countDown();
                while (true) {
                    client.write(Bytes.pattern(0, 1000));
                }
            });
            Task<Void> echo = Task.run(() -> {
                ByteBuffer bytes = ByteBuffer.allocate(5000);
                while (connection.server().read(bytes) >= 0) {
                    connection.server().write(bytes.flip());
                    bytes.clear();
                }
            });
            started.await();
            if (i % 2 == 0) {
                Thread.sleep(0, 100_000 * (i % 9));
            }
            client.close();
            assertThat(reader.failure()).isInstanceOf(ClosedChannelException.class);
            assertThat(writer.failure()).isInstanceOf(ClosedChannelException.class);
            endsWithThePeer(echo);
            connection.server().close();
        }
    }

    /** Checks that the peer sees an orderly end, or a reset if unread bytes existed. */
    private static void endsWithThePeer(Task<Void> echo) throws Exception {
        try {
            echo.result();
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(IOException.class);
        }
    }
}
