// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests selectors: results of select, key sets, readiness, close. */
class SelectorTest extends ContractTest {
    private static final int READ = SelectionKey.OP_READ;
    private static final int WRITE = SelectionKey.OP_WRITE;

    @Test
    void aNewSelectorIsEmpty() throws IOException {
        Selector selector = selector();
        assertThat(selector.isOpen()).isTrue();
        assertThat(selector.provider()).isSameAs(network.provider());
        assertThat(selector.keys()).isEmpty();
        assertThat(selector.selectedKeys()).isEmpty();
        assertThat(selector.keys()).isSameAs(selector.keys());
        assertThat(selector.selectedKeys()).isSameAs(selector.selectedKeys());
        assertThat(selector.selectNow()).isZero();
        assertThat(selector.select(1)).isZero();
    }

    @Test
    void theKeySetIsUnmodifiable() throws IOException {
        Selector selector = selector();
        SelectionKey key = register(selector, open(), READ);
        Set<SelectionKey> keys = selector.keys();
        assertThatThrownBy(() -> keys.add(key)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> keys.remove(key)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(keys::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> {
                    Iterator<SelectionKey> all = keys.iterator();
                    all.next();
                    all.remove();
                })
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(keys).containsExactly(key);
        assertThat(keys.contains(key)).isTrue();
    }

    @Test
    void theSelectedSetOnlyShrinks() throws IOException {
        Selector selector = selector();
        SelectionKey one = register(selector, connect().client(), WRITE);
        SelectionKey two = register(selector, connect().client(), WRITE);
        assertThat(selector.select()).isEqualTo(2);
        Set<SelectionKey> selected = selector.selectedKeys();
        assertThat(selected).containsExactlyInAnyOrder(one, two);
        assertThatThrownBy(() -> selected.add(one)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> selected.addAll(Set.of(one))).isInstanceOf(UnsupportedOperationException.class);
        assertThat(selected.remove(one)).isTrue();
        assertThat(selected.remove(one)).isFalse();
        Iterator<SelectionKey> rest = selected.iterator();
        assertThat(rest.next()).isSameAs(two);
        rest.remove();
        assertThat(selected).isEmpty();
        assertThat(selector.select()).isEqualTo(2);
        selected.clear();
        assertThat(selected).isEmpty();
    }

    @Test
    void selectReturnsTheNumberOfChangedKeys() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        SelectionKey key = register(selector, connection.server(), READ | WRITE);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(WRITE);
        assertThat(selector.selectNow()).as("unchanged, in the selected set").isZero();
        assertThat(selector.selectedKeys()).containsExactly(key);

        Bytes.send(connection.client(), "x");
        while (key.readyOps() != (READ | WRITE)) {
            int changed = selector.selectNow();
            assertThat(changed).isEqualTo(key.readyOps() == (READ | WRITE) ? 1 : 0);
        }
        assertThat(selector.selectNow()).isZero();
    }

    @Test
    void readyBitsAccumulateInTheSelectedSet() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        SelectionKey key = register(selector, connection.server(), READ | WRITE);
        Bytes.send(connection.client(), "x");
        while (!key.isReadable()) {
            selector.select(10);
        }
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(1);
        selector.selectNow();
        assertThat(key.readyOps()).as("read stays ready").isEqualTo(READ | WRITE);
        key.interestOps(WRITE);
        assertThat(selector.selectNow()).isZero();
        assertThat(key.readyOps()).as("after narrowing the interest").isEqualTo(READ | WRITE);
        selector.selectedKeys().clear();
        assertThat(selector.selectNow()).isEqualTo(1);
        assertThat(key.readyOps()).as("after clearing the selected set").isEqualTo(WRITE);
    }

    @Test
    void readinessIsLevelTriggered() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        SelectionKey key = register(selector, connection.server(), READ);
        Bytes.send(connection.client(), "abc");
        for (int i = 0; i < 3; i++) {
            assertThat(selector.select()).isEqualTo(1);
            assertThat(selector.selectedKeys()).containsExactly(key);
            selector.selectedKeys().clear();
            assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(1);
        }
        assertThat(selector.selectNow()).isZero();
        assertThat(selector.selectedKeys()).isEmpty();
    }

    @Test
    void aDisabledOperationIsReadyWhenItIsEnabledAgain() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        SelectionKey key = register(selector, connection.server(), READ);
        assertThat(selector.selectNow()).isZero();
        key.interestOps(0);
        Bytes.send(connection.client(), "x");
        for (int i = 0; i < 5; i++) {
            assertThat(selector.select(1)).isZero();
        }
        key.interestOps(READ);
        assertThat(selector.select()).isEqualTo(1);
        selector.selectedKeys().clear();
        key.interestOps(0);
        assertThat(selector.selectNow()).isZero();
        key.interestOps(READ);
        assertThat(selector.select()).isEqualTo(1);
    }

    @Test
    void selectWaitsForBytes() throws Exception {
        Selector selector = selector();
        Connection connection = connect();
        SelectionKey key = register(selector, connection.server(), READ);
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        Bytes.send(connection.client(), "x");
        assertThat(select.result()).isEqualTo(1);
        assertThat(key.isReadable()).isTrue();
    }

    @Test
    void selectWithoutATimeoutWaits() throws Exception {
        Selector selector = selector();
        Connection connection = connect();
        register(selector, connection.server(), READ);
        Task<Integer> select = Task.start(() -> selector.select(0)).awaitBlockedIn("select");
        Bytes.send(connection.client(), "x");
        assertThat(select.result()).isEqualTo(1);
    }

    @Test
    void selectEndsWithItsTimeout() throws IOException {
        Selector selector = selector();
        register(selector, connect().server(), READ);
        assertThat(selector.select(1)).isZero();
        assertThat(selector.select(20)).isZero();
        assertThat(selector.selectedKeys()).isEmpty();
    }

    @Test
    void aLongTimeoutDoesNotOverflow() throws Exception {
        Selector selector = selector();
        Connection connection = connect();
        register(selector, connection.server(), READ);
        Task<Integer> select = Task.start(() -> selector.select(Long.MAX_VALUE)).awaitBlockedIn("select");
        Bytes.send(connection.client(), "x");
        assertThat(select.result()).isEqualTo(1);
    }

    @Test
    void aNegativeTimeoutIsRefused() throws IOException {
        Selector selector = selector();
        assertThatThrownBy(() -> selector.select(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(selector.isOpen()).isTrue();
    }

    @Test
    void selectWaitsUntilTheOtherThreadHasSelected() throws Exception {
        Selector selector = selector();
        Connection connection = connect();
        register(selector, connection.server(), READ);
        Task<Integer> first = Task.start(selector::select).awaitBlockedIn("select");
        Task<Integer> second = Task.start(selector::select);
        Bytes.send(connection.client(), "x");
        int sum = first.result();
        selector.wakeup();
        sum += second.result();
        assertThat(sum).as("changed keys of both selects").isEqualTo(1);
    }

    @Test
    void aClosedSelectorRefusesAllCalls() throws IOException {
        Selector selector = selector();
        Set<SelectionKey> keys = selector.keys();
        selector.close();
        selector.close();
        assertThat(selector.isOpen()).isFalse();
        assertThatThrownBy(selector::keys).isInstanceOf(ClosedSelectorException.class);
        assertThatThrownBy(selector::selectedKeys).isInstanceOf(ClosedSelectorException.class);
        assertThatThrownBy(selector::select).isInstanceOf(ClosedSelectorException.class);
        assertThatThrownBy(() -> selector.select(1)).isInstanceOf(ClosedSelectorException.class);
        assertThatThrownBy(selector::selectNow).isInstanceOf(ClosedSelectorException.class);
        assertThatThrownBy(() -> selector.select(key -> {})).isInstanceOf(ClosedSelectorException.class);
        assertThatThrownBy(() -> selector.selectNow(key -> {})).isInstanceOf(ClosedSelectorException.class);
        assertThat(selector.wakeup()).isSameAs(selector);
        assertThat(selector.provider()).isSameAs(network.provider());
        assertThat(keys).isEmpty();
    }

    @Test
    void aCloseReleasesTheChannels() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        SocketChannel channel = connection.client();
        SelectionKey key = register(selector, channel, READ | WRITE);
        selector.select();
        selector.close();
        assertThat(key.isValid()).isFalse();
        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.isRegistered()).isFalse();
        assertThat(channel.keyFor(selector)).isNull();
        channel.configureBlocking(true);
        Bytes.send(channel, "still open");
        assertThat(Bytes.receive(connection.server(), 10)).isEqualTo("still open");
        Selector other = selector();
        assertThat(register(other, channel, WRITE).isValid()).isTrue();
        assertThat(other.select()).isEqualTo(1);
    }

    @Test
    void aCloseWakesASelect() throws Exception {
        Selector selector = selector();
        register(selector, connect().client(), READ);
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        selector.close();
        assertThat(select.result()).isZero();
        assertThat(selector.isOpen()).isFalse();
    }

    @Test
    void aCancelDuringASelectTakesEffect() throws Exception {
        Selector selector = selector();
        SelectionKey key = register(selector, connect().client(), READ);
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        key.cancel();
        selector.wakeup();
        assertThat(select.result()).isZero();
        assertThat(selector.keys()).isEmpty();
        assertThat(key.channel().isRegistered()).isFalse();
    }
}
