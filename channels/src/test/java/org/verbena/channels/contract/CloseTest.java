// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

/** Tests the end of a connection: an orderly close, and a reset. */
class CloseTest extends ContractTest {
    private static final int READ_WRITE = SelectionKey.OP_READ | SelectionKey.OP_WRITE;

    /** Closes a channel so that the peer sees a reset. */
    private static void reset(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
    }

    /** Connects channels. Bytes of the server have arrived at the client, which has not read them. */
    private Connection connectWithUnreadBytes() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.server(), "unread");
        Selector selector = selector();
        awaitReady(selector, register(selector, connection.client(), SelectionKey.OP_READ), SelectionKey.OP_READ);
        selector.close();
        connection.client().configureBlocking(true);
        return connection;
    }

    @Test
    void aCloseEndsTheStreamOfThePeer() throws IOException {
        Connection connection = connect();
        connection.client().close();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(connection.server().isOpen()).isTrue();
        assertThat(connection.server().isConnected()).isTrue();
        connection.server().close();
    }

    @Test
    void bothEndsCloseAtOnce() throws Exception {
        for (int i = 0; i < 20; i++) {
            Connection connection = connect();
            Task<Void> closer = Task.run(connection.client()::close);
            connection.server().close();
            closer.result();
        }
    }

    @Test
    void unsentBytesArriveAfterAClose() throws Exception {
        Connection connection = connectSmall();
        SocketChannel client = connection.client();
        client.configureBlocking(false);
        long written = ReadWriteTest.fill(client, 0);
        client.close();
        assertThat(Bytes.drain(connection.server())).isEqualTo(written);
    }

    @Test
    void unsentBytesArriveAfterABlockingClose() throws Exception {
        Connection connection = connect();
        Bytes.send(connection.client(), "farewell");
        connection.client().close();
        assertThat(Bytes.receive(connection.server(), 8)).isEqualTo("farewell");
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void unreadBytesDoNotDelayAClose() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.server(), "unread");
        connection.client().close();
        assertThat(connection.client().isOpen()).isFalse();
    }

    @Test
    void unreadBytesResetTheConnection() throws IOException {
        Connection connection = connectWithUnreadBytes();
        connection.client().close();
        assertThatThrownBy(() -> connection.server().read(ByteBuffer.allocate(1)))
                .isInstanceOf(SocketException.class)
                .hasMessage("Connection reset");
    }

    @Test
    void discardedBytesDoNotResetTheConnection() throws IOException {
        assumeTrue(!network.has(Difference.RESETS_EARLY));
        Connection connection = connectWithUnreadBytes();
        connection.client().shutdownInput();
        connection.client().close();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void bytesInFrontOfAResetArrive() throws IOException {
        assumeTrue(!network.has(Difference.RESETS_EARLY));
        Connection connection = connectWithUnreadBytes();
        Bytes.send(connection.client(), "farewell");
        connection.client().close();
        assertThat(Bytes.receive(connection.server(), 8)).isEqualTo("farewell");
        assertThatThrownBy(() -> connection.server().read(ByteBuffer.allocate(1)))
                .isInstanceOf(SocketException.class);
    }

    @Test
    void writesToAClosedPeerFail() throws IOException {
        Connection connection = connect();
        connection.client().close();
        SocketChannel server = connection.server();
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThatThrownBy(() -> {
                    while (true) {
                        server.write(Bytes.of("nobody reads this"));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageMatching("(?i).*(broken pipe|connection reset).*");
        assertThat(server.isOpen()).isTrue();
    }

    @Test
    void aWriterNoticesThatThePeerCloses() throws Exception {
        Connection connection = connectSmall();
        Task<Void> writer = Task.run(() -> {
                    while (true) {
                        connection.client().write(Bytes.pattern(0, 1 << 20));
                    }
                })
                .awaitBlockedIn("write");
        connection.server().close();
        assertThat(writer.failure())
                .isInstanceOf(IOException.class)
                .hasMessageMatching("(?i).*(broken pipe|connection reset).*");
    }

    @Test
    void aReaderNoticesThatThePeerCloses() throws Exception {
        Connection connection = connect();
        Task<Integer> reader = Task.start(() -> connection.client().read(ByteBuffer.allocate(1)))
                .awaitBlockedIn("read");
        connection.server().close();
        assertThat(reader.result()).isEqualTo(-1);
    }

    @Test
    void lingerClosesAfterTheBytesAreSent() throws Exception {
        Connection connection = connect();
        connection.client().setOption(StandardSocketOptions.SO_LINGER, 30);
        Bytes.send(connection.client(), "lingering");
        connection.client().close();
        assertThat(Bytes.receive(connection.server(), 9)).isEqualTo("lingering");
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void readsReportAResetAgainAndAgain() throws IOException {
        Connection connection = connect();
        reset(connection.client());
        SocketChannel server = connection.server();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> server.read(ByteBuffer.allocate(1)))
                    .isInstanceOf(SocketException.class)
                    .hasMessage("Connection reset");
        }
        assertThatThrownBy(() -> server.read(new ByteBuffer[] {ByteBuffer.allocate(1)}))
                .isInstanceOf(SocketException.class)
                .hasMessage("Connection reset");
        server.configureBlocking(false);
        assertThatThrownBy(() -> server.read(ByteBuffer.allocate(1)))
                .isInstanceOf(SocketException.class)
                .hasMessage("Connection reset");
    }

    @Test
    void aChannelStaysOpenAfterAReset() throws IOException {
        Connection connection = connect();
        reset(connection.client());
        SocketChannel server = connection.server();
        assertThatThrownBy(() -> server.read(ByteBuffer.allocate(1))).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> server.write(Bytes.of("x")))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("(?i).*(broken pipe|connection reset).*");
        assertThat(server.isOpen()).isTrue();
        assertThat(server.isConnected()).isTrue();
        assertThat(server.getRemoteAddress()).isNotNull();
        assertThat(server.getLocalAddress()).isNotNull();
        server.shutdownOutput();
        server.shutdownInput();
        server.close();
    }

    @Test
    void aBlockedReaderNoticesAReset() throws Exception {
        Connection connection = connect();
        Task<Integer> reader = Task.start(() -> connection.server().read(ByteBuffer.allocate(1)))
                .awaitBlockedIn("read");
        reset(connection.client());
        assertThat(reader.failure()).isInstanceOf(SocketException.class).hasMessage("Connection reset");
    }

    @Test
    void aBlockedWriterNoticesAReset() throws Exception {
        Connection connection = connectSmall();
        Task<Void> writer = Task.run(() -> {
                    while (true) {
                        connection.server().write(Bytes.pattern(0, 1 << 20));
                    }
                })
                .awaitBlockedIn("write");
        reset(connection.client());
        assertThat(writer.failure())
                .isInstanceOf(IOException.class)
                .hasMessageMatching("(?i).*(broken pipe|connection reset).*");
    }

    @Test
    void aResetMakesKeysReady() throws IOException {
        Connection connection = connect();
        Selector selector = selector();
        SelectionKey key = register(selector, connection.server(), SelectionKey.OP_READ);
        assertThat(selector.selectNow()).isZero();
        reset(connection.client());
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(SelectionKey.OP_READ);
        selector.selectedKeys().clear();
        key.interestOps(READ_WRITE);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(READ_WRITE);
        selector.selectedKeys().clear();
        assertThatThrownBy(() -> connection.server().read(ByteBuffer.allocate(1)))
                .isInstanceOf(SocketException.class);
        assertThat(selector.select()).as("keys that stay ready").isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(READ_WRITE);
    }

    @Test
    void aClosedPeerMakesKeysReady() throws IOException {
        Connection connection = connect();
        Selector selector = selector();
        SelectionKey key = register(selector, connection.server(), READ_WRITE);
        connection.client().close();
        awaitReady(selector, key, READ_WRITE);
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
}
