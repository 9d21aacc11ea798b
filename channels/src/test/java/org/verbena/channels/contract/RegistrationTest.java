// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Tests the registration of channels: register, cancel, close, and other threads. */
class RegistrationTest extends ContractTest {
    private static final int READ = SelectionKey.OP_READ;
    private static final int WRITE = SelectionKey.OP_WRITE;

    private SocketChannel nonBlocking() throws IOException {
        SocketChannel channel = open();
        channel.configureBlocking(false);
        return channel;
    }

    @Test
    void registerReturnsAKey() throws IOException {
        Selector selector = selector();
        SocketChannel channel = nonBlocking();
        Object attachment = new Object();
        SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT, attachment);
        assertThat(key.channel()).isSameAs(channel);
        assertThat(key.selector()).isSameAs(selector);
        assertThat(key.attachment()).isSameAs(attachment);
        assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_CONNECT);
        assertThat(key.readyOps()).isZero();
        assertThat(key.isValid()).isTrue();
        assertThat(channel.keyFor(selector)).isSameAs(key);
        assertThat(channel.isRegistered()).isTrue();
        assertThat(selector.keys()).containsExactly(key);
        assertThat(selector.selectedKeys()).isEmpty();
    }

    @Test
    void aSecondRegistrationChangesTheKey() throws IOException {
        Selector selector = selector();
        SocketChannel channel = nonBlocking();
        SelectionKey key = channel.register(selector, READ, "first");
        assertThat(channel.register(selector, WRITE, "second")).isSameAs(key);
        assertThat(key.interestOps()).isEqualTo(WRITE);
        assertThat(key.attachment()).isEqualTo("second");
        assertThat(channel.register(selector, 0)).isSameAs(key);
        assertThat(key.interestOps()).isZero();
        assertThat(key.attachment()).isNull();
        assertThat(selector.keys()).hasSize(1);
    }

    @Test
    void blockingChannelsDoNotRegister() throws IOException {
        Selector selector = selector();
        SocketChannel channel = open();
        assertThatThrownBy(() -> channel.register(selector, READ)).isInstanceOf(IllegalBlockingModeException.class);
        ServerSocketChannel server = listen();
        assertThatThrownBy(() -> server.register(selector, SelectionKey.OP_ACCEPT))
                .isInstanceOf(IllegalBlockingModeException.class);
        assertThat(selector.keys()).isEmpty();
    }

    @Test
    void operationsOfOtherChannelsAreRefused() throws IOException {
        Selector selector = selector();
        SocketChannel channel = nonBlocking();
        for (int ops : new int[] {SelectionKey.OP_ACCEPT, READ | 2, -1, 1 << 10}) {
            assertThatThrownBy(() -> channel.register(selector, ops))
                    .as("ops %s", ops)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        ServerSocketChannel server = listen();
        server.configureBlocking(false);
        assertThatThrownBy(() -> server.register(selector, READ)).isInstanceOf(IllegalArgumentException.class);
        assertThat(selector.keys()).isEmpty();
    }

    @Test
    void closedSelectorsAndNoSelectorAreRefused() throws IOException {
        SocketChannel channel = nonBlocking();
        Selector selector = selector();
        selector.close();
        assertThatThrownBy(() -> channel.register(selector, READ)).isInstanceOf(ClosedSelectorException.class);
        assertThatThrownBy(() -> channel.register(null, READ)).isInstanceOf(NullPointerException.class);
        assertThat(channel.isRegistered()).isFalse();
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void registeredChannelsDoNotBlock() throws IOException {
        Selector selector = selector();
        SocketChannel channel = nonBlocking();
        SelectionKey key = channel.register(selector, 0);
        assertThatThrownBy(() -> channel.configureBlocking(true)).isInstanceOf(IllegalBlockingModeException.class);
        assertThat(channel.configureBlocking(false).isBlocking()).isFalse();
        key.cancel();
        assertThat(channel.configureBlocking(true).isBlocking()).isTrue();
    }

    @Test
    void aChannelRegistersWithSeveralSelectors() throws IOException {
        Selector one = selector();
        Selector two = selector();
        Connection connection = connect().blocking(false);
        SelectionKey first = connection.server().register(one, READ);
        SelectionKey second = connection.server().register(two, READ);
        assertThat(first).isNotSameAs(second);
        connection.client().write(Bytes.of("x"));
        assertThat(one.select()).isEqualTo(1);
        assertThat(two.select()).isEqualTo(1);
        first.cancel();
        assertThat(connection.server().keyFor(one))
                .as("key before the next select")
                .isSameAs(first);
        one.selectNow();
        assertThat(connection.server().keyFor(one)).isNull();
        assertThat(connection.server().keyFor(two)).isSameAs(second);
        assertThat(connection.server().isRegistered()).isTrue();
        assertThat(second.isValid()).isTrue();
    }

    @Test
    void aCancelledKeyStaysUntilTheNextSelect() throws IOException {
        Selector selector = selector();
        SocketChannel channel = connect().client();
        SelectionKey key = register(selector, channel, WRITE);
        assertThat(selector.select()).isEqualTo(1);
        key.cancel();
        key.cancel();
        assertThat(key.isValid()).isFalse();
        assertThat(selector.keys()).containsExactly(key);
        assertThat(selector.selectedKeys()).containsExactly(key);
        assertThat(channel.isRegistered()).isTrue();
        assertThatThrownBy(() -> channel.register(selector, READ)).isInstanceOf(CancelledKeyException.class);
        assertThat(selector.selectNow()).isZero();
        assertThat(selector.keys()).isEmpty();
        assertThat(selector.selectedKeys()).isEmpty();
        assertThat(channel.isRegistered()).isFalse();
    }

    @Test
    void aChannelRegistersAgainAfterACancel() throws IOException {
        Selector selector = selector();
        SocketChannel channel = connect().client();
        SelectionKey cancelled = register(selector, channel, WRITE);
        for (int i = 0; i < 5; i++) {
            cancelled.cancel();
            selector.selectNow();
            SelectionKey key = channel.register(selector, WRITE);
            assertThat(key).isNotSameAs(cancelled);
            assertThat(key.isValid()).isTrue();
            assertThat(selector.select()).isEqualTo(1);
            assertThat(selector.selectedKeys()).containsExactly(key);
            cancelled = key;
        }
    }

    @Test
    void aClosedChannelLeavesItsSelectors() throws IOException {
        Selector one = selector();
        Selector two = selector();
        SocketChannel channel = connect().client();
        SelectionKey first = register(one, channel, WRITE);
        SelectionKey second = register(two, channel, WRITE);
        assertThat(one.select()).isEqualTo(1);
        channel.close();
        assertThat(first.isValid()).isFalse();
        assertThat(second.isValid()).isFalse();
        assertThat(one.keys()).containsExactly(first);
        assertThat(one.selectNow()).isZero();
        assertThat(two.selectNow()).isZero();
        assertThat(one.keys()).isEmpty();
        assertThat(two.keys()).isEmpty();
        assertThat(one.selectedKeys()).isEmpty();
        assertThat(channel.isRegistered()).isFalse();
    }

    @Test
    void thePeerNoticesTheCloseOfARegisteredChannel() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        register(selector, connection.client(), READ);
        selector.selectNow();
        connection.client().close();
        selector.selectNow();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void thePeerNoticesACloseWithoutASelect() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        register(selector, connection.client(), READ);
        connection.client().close();
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void aCloseWhileAnotherThreadSelectsRemovesTheKey() throws Exception {
        Selector selector = selector();
        Connection connection = connect();
        SelectionKey key = register(selector, connection.client(), READ);
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        connection.client().close();
        assertThat(key.isValid()).isFalse();
        selector.wakeup();
        assertThat(select.result()).isZero();
        assertThat(selector.keys()).isEmpty();
    }

    @Test
    void registerDoesNotWaitForASelect() throws Exception {
        Selector selector = selector();
        Connection connection = connect().blocking(false);
        connection.client().write(Bytes.of("x"));
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        SelectionKey key =
                Task.start(() -> connection.server().register(selector, READ)).result();
        assertThat(selector.keys()).containsExactly(key);
        selector.wakeup();
        int changed = select.result();
        if (changed == 0) {
            changed = selector.select();
        }
        assertThat(changed).isEqualTo(1);
        assertThat(selector.selectedKeys()).containsExactly(key);
    }

    @Test
    void interestChangesDoNotWaitForASelect() throws Exception {
        Selector selector = selector();
        SocketChannel channel = connect().client();
        SelectionKey key = register(selector, channel, READ);
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        Task.start(() -> key.interestOps(WRITE)).result();
        assertThat(key.interestOps()).isEqualTo(WRITE);
        selector.wakeup();
        if (select.result() == 0) {
            assertThat(selector.select()).isEqualTo(1);
        }
        assertThat(key.readyOps()).isEqualTo(WRITE);
    }

    @Test
    void threadsRegisterWhileOneSelects() throws Exception {
        Selector selector = selector();
        ServerSocketChannel server = openServer().bind(network.address(), 200);
        int threads = 4;
        int each = 25;
        Task<Integer> loop = Task.start(() -> {
            int seen = 0;
            while (seen < threads * each) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    key.interestOps(0);
                    seen++;
                }
                selector.selectedKeys().clear();
            }
            return seen;
        });
        List<Task<Void>> registrars = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            registrars.add(Task.run(() -> {
                for (int i = 0; i < each; i++) {
                    SocketChannel client = open();
                    client.connect(server.getLocalAddress());
                    register(selector, client, WRITE);
                    selector.wakeup();
                }
            }));
        }
        for (Task<Void> registrar : registrars) {
            registrar.result();
        }
        assertThat(loop.result()).isEqualTo(threads * each);
        assertThat(selector.keys()).hasSize(threads * each);
    }

    @Test
    void keysCanBeReadWhileThreadsRegister() throws Exception {
        Selector selector = selector();
        Task<Void> registrar = Task.run(() -> {
            for (int i = 0; i < 200; i++) {
                nonBlocking().register(selector, 0);
            }
        });
        while (!registrar.isDone()) {
            for (SelectionKey key : selector.keys()) {
                assertThat(key).isNotNull();
            }
        }
        registrar.result();
        assertThat(selector.keys()).hasSize(200);
    }

    @Test
    void closesRaceWithSelects() throws Exception {
        Selector selector = selector();
        ServerSocketChannel server = listen();
        Task<Void> loop = Task.run(() -> {
            while (selector.isOpen()) {
                selector.select();
                selector.selectedKeys().clear();
            }
        });
        for (int i = 0; i < 50; i++) {
            Connection connection = connect(server);
            try {
                register(selector, connection.client(), READ | WRITE);
                register(selector, connection.server(), READ);
            } finally {
                connection.client().close();
                connection.server().close();
            }
        }
        selector.close();
        try {
            loop.result();
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(ClosedSelectorException.class);
        }
    }

    @Test
    void registerRacesWithAClose() throws Exception {
        for (int i = 0; i < 100; i++) {
            Selector selector = selector();
            SocketChannel channel = nonBlocking();
            Task<Void> closer = Task.run(channel::close);
            try {
                channel.register(selector, 0);
            } catch (ClosedChannelException | CancelledKeyException e) {
                assertThat(channel.isOpen()).isFalse();
            }
            closer.result();
            selector.selectNow();
            assertThat(selector.keys()).isEmpty();
        }
    }
}
