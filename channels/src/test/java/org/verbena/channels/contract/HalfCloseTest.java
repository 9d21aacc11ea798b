// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

/** Tests shutdownInput and shutdownOutput, and the direction that stays open. */
class HalfCloseTest extends ContractTest {
    private static final int MEGABYTE = 1 << 20;

    @Test
    void shutdownOutputEndsTheStreamOfThePeer() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.client(), "request");
        assertThat(connection.client().shutdownOutput()).isSameAs(connection.client());
        SocketChannel server = connection.server();
        assertThat(Bytes.receive(server, 7)).isEqualTo("request");
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        Bytes.send(server, "response");
        server.close();
        assertThat(Bytes.receive(connection.client(), 8)).isEqualTo("response");
        assertThat(connection.client().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void theOtherDirectionCarriesManyBytes() throws Exception {
        Connection connection = connectSmall();
        connection.client().shutdownOutput();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        Task<Integer> writer = Task.start(() -> connection.server().write(Bytes.pattern(0, 2 * MEGABYTE)));
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.client()));
        assertThat(writer.result()).isEqualTo(2 * MEGABYTE);
        connection.server().shutdownOutput();
        assertThat(reader.result()).isEqualTo(2L * MEGABYTE);
    }

    @Test
    void bothDirectionsEndOneAfterTheOther() throws IOException {
        Connection connection = connect();
        connection.client().shutdownOutput();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        connection.server().shutdownOutput();
        assertThat(connection.client().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(connection.client().isOpen()).isTrue();
        assertThat(connection.client().isConnected()).isTrue();
        assertThat(connection.server().isConnected()).isTrue();
        assertThat(connection.client().getRemoteAddress()).isNotNull();
    }

    @Test
    void writesFailAfterShutdownOutput() throws IOException {
        Connection connection = connect();
        SocketChannel client = connection.client();
        client.shutdownOutput();
        for (boolean blocking : new boolean[] {true, false}) {
            client.configureBlocking(blocking);
            assertThatThrownBy(() -> client.write(Bytes.of("x"))).isInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> client.write(ByteBuffer.allocate(0))).isInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> client.write(new ByteBuffer[] {Bytes.of("x")}))
                    .isInstanceOf(ClosedChannelException.class);
        }
        assertThat(client.isOpen()).isTrue();
        client.configureBlocking(true);
        Bytes.send(connection.server(), "still open");
        assertThat(Bytes.receive(client, 10)).isEqualTo("still open");
    }

    @Test
    void aRepeatedShutdownHasNoEffect() throws IOException {
        Connection connection = connect();
        SocketChannel client = connection.client();
        client.shutdownOutput();
        assertThat(client.shutdownOutput()).isSameAs(client);
        client.shutdownInput();
        assertThat(client.shutdownInput()).isSameAs(client);
        assertThat(client.isOpen()).isTrue();
        assertThat(client.isConnected()).isTrue();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void shutdownInputEndsTheOwnStream() throws IOException {
        Connection connection = connect();
        SocketChannel server = connection.server();
        assertThat(server.shutdownInput()).isSameAs(server);
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(server.read(new ByteBuffer[] {ByteBuffer.allocate(1)})).isEqualTo(-1);
        server.configureBlocking(false);
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        server.configureBlocking(true);
        Bytes.send(server, "the other direction");
        assertThat(Bytes.receive(connection.client(), 19)).isEqualTo("the other direction");
    }

    @Test
    void shutdownInputDiscardsUnreadBytes() throws Exception {
        Connection connection = connect();
        Bytes.send(connection.client(), "unread");
        Selector selector = selector();
        awaitReady(selector, register(selector, connection.server(), SelectionKey.OP_READ), SelectionKey.OP_READ);
        connection.server().shutdownInput();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void aPeerCanWriteAfterShutdownInput() throws Exception {
        Connection connection = connectSmall();
        connection.server().shutdownInput();
        Task<Integer> writer = Task.start(() -> {
            int count = 0;
            for (int i = 0; i < 1000; i++) {
                count += connection.client().write(Bytes.pattern(i, 10));
            }
            return count;
        });
        assertThat(writer.result()).isEqualTo(10_000);
        Bytes.send(connection.server(), "answer");
        assertThat(Bytes.receive(connection.client(), 6)).isEqualTo("answer");
    }

    @Test
    void shutdownInputWakesAReader() throws Exception {
        Connection connection = connect();
        Task<Integer> reader = Task.start(() -> connection.client().read(ByteBuffer.allocate(1)))
                .awaitBlockedIn("read");
        connection.client().shutdownInput();
        assertThat(reader.result()).isEqualTo(-1);
        assertThat(connection.client().isOpen()).isTrue();
        Bytes.send(connection.client(), "still open");
        assertThat(Bytes.receive(connection.server(), 10)).isEqualTo("still open");
    }

    @Test
    void shutdownOutputWakesAWriter() throws Exception {
        Connection connection = connectSmall();
        Task<Integer> writer = Task.start(() -> connection.client().write(Bytes.pattern(0, 8 * MEGABYTE)))
                .awaitBlockedIn("write");
        connection.client().shutdownOutput();
        int written = writer.result();
        assertThat(written).isPositive().isLessThan(8 * MEGABYTE);
        assertThat(connection.client().isOpen()).isTrue();
        assertThat(Bytes.drain(connection.server())).as("bytes that arrived").isEqualTo(written);
    }

    @Test
    void aShutdownDoesNotWaitForAReader() throws Exception {
        Connection connection = connect();
        Task<String> reader =
                Task.start(() -> Bytes.receive(connection.client(), 3)).awaitBlockedIn("read");
        connection.client().shutdownOutput();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(reader.isDone()).isFalse();
        Bytes.send(connection.server(), "end");
        assertThat(reader.result()).isEqualTo("end");
    }

    @Test
    void keysSeeTheEndOfTheStream() throws IOException {
        Connection connection = connect();
        Selector selector = selector();
        SelectionKey key = register(selector, connection.server(), SelectionKey.OP_READ);
        assertThat(selector.selectNow()).isZero();
        connection.client().shutdownOutput();
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(SelectionKey.OP_READ);
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        selector.selectedKeys().clear();
        assertThat(selector.select()).as("keys that stay ready").isEqualTo(1);
    }

    @Test
    void keysSeeTheOwnShutdown() throws IOException {
        Connection connection = connect();
        Selector selector = selector();
        SelectionKey key = register(selector, connection.client(), SelectionKey.OP_READ);
        assertThat(selector.selectNow()).isZero();
        connection.client().shutdownInput();
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.isReadable()).isTrue();
        selector.selectedKeys().clear();
        key.interestOps(SelectionKey.OP_WRITE);
        connection.client().shutdownOutput();
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.isWritable()).isTrue();
    }
}
