// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests select with an action. */
class SelectConsumerTest extends ContractTest {
    private static final int READ = SelectionKey.OP_READ;
    private static final int WRITE = SelectionKey.OP_WRITE;

    /** A form of select with an action. */
    @FunctionalInterface
    private interface Select {
        int apply(Selector selector, Consumer<SelectionKey> action) throws IOException;
    }

    private static final List<Select> FORMS =
            List.of(Selector::select, (selector, action) -> selector.select(action, 10_000), Selector::selectNow);

    @Test
    void theActionSeesReadyKeys() throws IOException {
        Selector selector = selector();
        SelectionKey ready = register(selector, connect().client(), READ | WRITE);
        register(selector, connect().client(), READ);
        for (Select select : FORMS) {
            List<SelectionKey> seen = new ArrayList<>();
            int count = select.apply(selector, key -> {
                assertThat(key.readyOps()).isEqualTo(WRITE);
                seen.add(key);
            });
            assertThat(count).isEqualTo(1);
            assertThat(seen).containsExactly(ready);
        }
    }

    @Test
    void theSelectedSetStaysEmpty() throws IOException {
        Selector selector = selector();
        register(selector, connect().client(), WRITE);
        assertThat(selector.select(key -> assertThat(selector.selectedKeys()).isEmpty()))
                .isEqualTo(1);
        assertThat(selector.selectedKeys()).isEmpty();
        assertThat(selector.selectNow(key -> {})).as("level triggered").isEqualTo(1);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(selector.selectedKeys()).hasSize(1);
    }

    @Test
    void readyOperationsAreSetEachTime() throws IOException {
        Selector selector = selector();
        Connection connection = connect();
        register(selector, connection.server(), READ | WRITE);
        Bytes.send(connection.client(), "x");
        int[] ready = new int[1];
        while (ready[0] != (READ | WRITE)) {
            selector.select(key -> ready[0] = key.readyOps());
        }
        connection.server().read(ByteBuffer.allocate(1));
        assertThat(selector.selectNow(key -> ready[0] = key.readyOps())).isEqualTo(1);
        assertThat(ready[0]).isEqualTo(WRITE);
    }

    @Test
    void withoutReadyKeysTheActionIsNotCalled() throws IOException {
        Selector selector = selector();
        register(selector, connect().client(), READ);
        Consumer<SelectionKey> fails = key -> {
            throw new AssertionError("ready: " + key);
        };
        assertThat(selector.selectNow(fails)).isZero();
        assertThat(selector.select(fails, 1)).isZero();
        selector.wakeup();
        assertThat(selector.select(fails)).isZero();
    }

    @Test
    void theActionReceivesBytes() throws Exception {
        Selector selector = selector();
        Connection connection = connect();
        register(selector, connection.server(), READ);
        ByteBuffer bytes = ByteBuffer.allocate(8);
        Task<Integer> select = Task.start(() -> selector.select(key -> {
                    try {
                        ((SocketChannel) key.channel()).read(bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }))
                .awaitBlockedIn("select");
        Bytes.send(connection.client(), "x");
        assertThat(select.result()).isEqualTo(1);
        assertThat(Bytes.text(bytes)).isEqualTo("x");
        assertThat(selector.selectNow(key -> {})).isZero();
    }

    @Test
    void theActionDoesNotSelect() throws IOException {
        Selector selector = selector();
        register(selector, connect().client(), WRITE);
        for (Select select : FORMS) {
            int count = selector.select(key -> assertThatThrownBy(() -> select.apply(selector, other -> {}))
                    .isInstanceOf(IllegalStateException.class));
            assertThat(count).isEqualTo(1);
        }
        int count = selector.select(key -> {
            assertThatThrownBy(selector::select).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(selector::selectNow).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> selector.select(1)).isInstanceOf(IllegalStateException.class);
        });
        assertThat(count).isEqualTo(1);
    }

    @Test
    void theActionClosesTheSelector() throws IOException {
        Selector selector = selector();
        SelectionKey key = register(selector, connect().client(), WRITE);
        assertThatThrownBy(() -> selector.select(ready -> {
                    try {
                        selector.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }))
                .isInstanceOf(ClosedSelectorException.class);
        assertThat(selector.isOpen()).isFalse();
        assertThat(key.isValid()).isFalse();
        assertThat(key.channel().isOpen()).isTrue();
    }

    @Test
    void theActionCancelsAndCloses() throws IOException {
        Selector selector = selector();
        SelectionKey cancelled = register(selector, connect().client(), WRITE);
        SelectionKey closed = register(selector, connect().client(), WRITE);
        int count = selector.select(key -> {
            if (key == cancelled) {
                key.cancel();
            } else {
                try {
                    key.channel().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        assertThat(count).isEqualTo(2);
        assertThat(closed.isValid()).isFalse();
        assertThat(selector.selectNow(key -> {})).isZero();
        assertThat(selector.keys()).isEmpty();
    }

    @Test
    void theActionRegistersOtherChannels() throws IOException {
        Selector selector = selector();
        register(selector, connect().client(), WRITE);
        SocketChannel other = connect().client();
        selector.select(key -> {
            try {
                key.interestOps(0);
                register(selector, other, WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        List<Object> seen = new ArrayList<>();
        assertThat(selector.select(key -> seen.add(key.channel()))).isEqualTo(1);
        assertThat(seen).containsExactly(other);
    }

    @Test
    void anExceptionOfTheActionEndsTheSelect() throws IOException {
        Selector selector = selector();
        register(selector, connect().client(), WRITE);
        register(selector, connect().client(), WRITE);
        int[] calls = new int[1];
        assertThatThrownBy(() -> selector.select(key -> {
                    calls[0]++;
                    throw new IllegalArgumentException("of the action");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("of the action");
        assertThat(calls[0]).isEqualTo(1);
        assertThat(selector.selectNow(key -> {})).isEqualTo(2);
    }

    @Test
    void badArgumentsAreRefused() throws IOException {
        Selector selector = selector();
        assertThatThrownBy(() -> selector.select((Consumer<SelectionKey>) null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> selector.select(null, 1)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> selector.selectNow(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> selector.select(key -> {}, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
