// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests keys: interest, readiness, attachments, cancellation. */
class SelectionKeyTest extends ContractTest {
    private static final int CONNECT = SelectionKey.OP_CONNECT;
    private static final int READ = SelectionKey.OP_READ;
    private static final int WRITE = SelectionKey.OP_WRITE;

    private SelectionKey key(int ops) throws IOException {
        return register(selector(), open(), ops);
    }

    @Test
    void interestChanges() throws IOException {
        SelectionKey key = key(READ);
        assertThat(key.interestOps(READ | WRITE)).isSameAs(key);
        assertThat(key.interestOps()).isEqualTo(READ | WRITE);
        key.interestOps(0);
        assertThat(key.interestOps()).isZero();
        assertThat(key.readyOps()).isZero();
    }

    @Test
    void interestOrAndAndReturnTheFormerValue() throws IOException {
        SelectionKey key = key(READ);
        assertThat(key.interestOpsOr(WRITE)).isEqualTo(READ);
        assertThat(key.interestOps()).isEqualTo(READ | WRITE);
        assertThat(key.interestOpsAnd(~READ)).isEqualTo(READ | WRITE);
        assertThat(key.interestOps()).isEqualTo(WRITE);
        assertThat(key.interestOpsOr(WRITE)).isEqualTo(WRITE);
        assertThat(key.interestOpsAnd(0)).isEqualTo(WRITE);
        assertThat(key.interestOps()).isZero();
    }

    @Test
    void interestOrAndAndAreAtomic() throws Exception {
        SelectionKey key = key(0);
        List<Task<Void>> tasks = new ArrayList<>();
        for (int op : new int[] {READ, WRITE, CONNECT}) {
            tasks.add(Task.run(() -> {
                for (int i = 0; i < 20_000; i++) {
                    assertThat(key.interestOpsOr(op) & op).isZero();
                    assertThat(key.interestOpsAnd(~op) & op).isEqualTo(op);
                }
            }));
        }
        for (Task<Void> task : tasks) {
            task.result();
        }
        assertThat(key.interestOps()).isZero();
    }

    @Test
    void badInterestIsRefused() throws IOException {
        SelectionKey key = key(READ);
        for (int ops : new int[] {SelectionKey.OP_ACCEPT, 2, -1}) {
            assertThatThrownBy(() -> key.interestOps(ops)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> key.interestOpsOr(ops)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(key.interestOps()).isEqualTo(READ);
        assertThat(key.interestOpsAnd(-1)).as("all bits are allowed here").isEqualTo(READ);
        SelectionKey server = register(selector(), listen(), SelectionKey.OP_ACCEPT);
        assertThatThrownBy(() -> server.interestOps(READ)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> server.interestOps(CONNECT)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCancelledKeyHasNoOperations() throws IOException {
        SelectionKey key = key(READ);
        key.attach("attachment");
        key.cancel();
        assertThatThrownBy(key::interestOps).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(() -> key.interestOps(READ)).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(() -> key.interestOpsOr(READ)).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(() -> key.interestOpsAnd(READ)).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(key::readyOps).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(key::isReadable).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(key::isWritable).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(key::isConnectable).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(key::isAcceptable).isInstanceOf(CancelledKeyException.class);
        assertThat(key.isValid()).isFalse();
        assertThat(key.channel().isOpen()).isTrue();
        assertThat(key.selector().isOpen()).isTrue();
        assertThat(key.attachment()).isEqualTo("attachment");
        assertThat(key.attach("other")).isEqualTo("attachment");
        assertThat(key.toString()).isNotEmpty();
        key.cancel();
    }

    @Test
    void theKeyOfAClosedChannelIsCancelled() throws IOException {
        SelectionKey key = key(READ);
        key.channel().close();
        assertThat(key.isValid()).isFalse();
        assertThatThrownBy(key::interestOps).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(key::readyOps).isInstanceOf(CancelledKeyException.class);
    }

    @Test
    void aWritableChannelIsReadyAtOnce() throws IOException {
        Selector selector = selector();
        SelectionKey key = register(selector, connect().client(), READ | WRITE);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.isWritable()).isTrue();
        assertThat(key.isReadable()).isFalse();
        assertThat(key.isConnectable()).isFalse();
        assertThat(key.isAcceptable()).isFalse();
        assertThat(key.readyOps()).isEqualTo(WRITE);
    }

    @Test
    void onlyOperationsOfTheInterestSetAreReady() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        SelectionKey key = register(selector, connection.server(), 0);
        Bytes.send(connection.client(), "x");
        assertThat(selector.selectNow()).isZero();
        key.interestOps(READ);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(READ);
    }

    @Test
    void aConnectedChannelIsNotConnectable() throws IOException {
        Selector selector = selector();
        SelectionKey key = register(selector, connect().client(), READ | WRITE | CONNECT);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(WRITE);
        selector.selectedKeys().clear();
        key.interestOps(CONNECT);
        assertThat(selector.selectNow()).isZero();
    }

    @Test
    void aPendingChannelIsConnectable() throws IOException {
        ServerSocketChannel server = listen();
        Selector selector = selector();
        SocketChannel client = beginConnect(server.getLocalAddress());
        SelectionKey key = client.register(selector, CONNECT);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(CONNECT);
        selector.selectedKeys().clear();
        assertThat(selector.select()).as("keys that stay ready").isEqualTo(1);
        assertThat(client.finishConnect()).isTrue();
        selector.selectedKeys().clear();
        assertThat(selector.selectNow()).isZero();
        key.interestOps(READ | WRITE);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(WRITE);
    }

    @Test
    void aServerIsAcceptableWhileConnectionsWait() throws IOException {
        ServerSocketChannel server = listen();
        Selector selector = selector();
        SelectionKey key = register(selector, server, SelectionKey.OP_ACCEPT);
        assertThat(selector.selectNow()).isZero();
        SocketChannel one = open();
        one.connect(server.getLocalAddress());
        SocketChannel two = open();
        two.connect(server.getLocalAddress());
        for (int i = 0; i < 2; i++) {
            assertThat(selector.select()).isEqualTo(1);
            assertThat(key.isAcceptable()).isTrue();
            assertThat(closing(server.accept())).isNotNull();
            selector.selectedKeys().clear();
        }
        assertThat(selector.selectNow()).isZero();
        assertThat(server.accept()).isNull();
    }

    @Test
    void aFullChannelIsNotWritable() throws Exception {
        Selector selector = selector();
        Connection connection = connectSmall();
        SelectionKey key = register(selector, connection.client(), WRITE);
        long written = ReadWriteTest.fill(connection.client(), 0);
        assertThat(selector.selectNow()).isZero();
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        awaitReady(selector, key, WRITE);
        connection.client().close();
        assertThat(reader.result()).isEqualTo(written);
    }
}
