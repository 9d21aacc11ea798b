// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.junit.jupiter.api.Test;

/** Tests wakeup and interrupts of select. */
class WakeupTest extends ContractTest {
    /** Opens a selector with a channel that never becomes ready. */
    private Selector idle() throws IOException {
        Selector selector = selector();
        register(selector, connect().client(), SelectionKey.OP_READ);
        return selector;
    }

    @Test
    void wakeupEndsASelect() throws Exception {
        Selector selector = idle();
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        assertThat(selector.wakeup()).isSameAs(selector);
        assertThat(select.result()).isZero();
    }

    @Test
    void wakeupEndsASelectOfNothing() throws Exception {
        Selector selector = selector();
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        selector.wakeup();
        assertThat(select.result()).isZero();
    }

    @Test
    void wakeupEndsASelectWithATimeout() throws Exception {
        Selector selector = idle();
        Task<Integer> select = Task.start(() -> selector.select(3_600_000)).awaitBlockedIn("select");
        selector.wakeup();
        assertThat(select.result()).isZero();
    }

    @Test
    void anEarlierWakeupEndsTheNextSelect() throws Exception {
        Selector selector = idle();
        selector.wakeup();
        assertThat(selector.select()).isZero();
        selector.wakeup();
        assertThat(selector.select(3_600_000)).isZero();
    }

    @Test
    void severalWakeupsCountAsOne() throws Exception {
        Selector selector = idle();
        for (int i = 0; i < 100; i++) {
            selector.wakeup();
        }
        assertThat(selector.select()).isZero();
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        selector.wakeup();
        assertThat(select.result()).isZero();
    }

    @Test
    void selectNowConsumesAWakeup() throws Exception {
        Selector selector = idle();
        selector.wakeup();
        assertThat(selector.selectNow()).isZero();
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        selector.wakeup();
        assertThat(select.result()).isZero();
    }

    @Test
    void aWakeupAndAReadyKeyAreReportedTogether() throws Exception {
        Selector selector = selector();
        SelectionKey key = register(selector, connect().client(), SelectionKey.OP_WRITE);
        selector.wakeup();
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.isWritable()).isTrue();
        key.interestOps(0);
        selector.selectedKeys().clear();
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        selector.wakeup();
        assertThat(select.result()).isZero();
    }

    @Test
    void noWakeupIsLost() throws Exception {
        Selector selector = idle();
        int rounds = 2_000;
        Task<Void> loop = Task.run(() -> {
            for (int i = 0; i < rounds; i++) {
                selector.select();
            }
        });
        while (!loop.isDone()) {
            selector.wakeup();
        }
        loop.result();
    }

    @Test
    void creditsAndAcknowledgementsDoNotEndASelect() throws Exception {
        Selector selector = selector();
        Connection connection = connect().blocking(false);
        SelectionKey key = register(selector, connection.server(), SelectionKey.OP_READ);
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        // The peer only reads, so the selecting end receives credits and acknowledgements, but no bytes.
        connection.server().write(Bytes.pattern(0, 1000));
        connection.client().configureBlocking(true);
        Bytes.receive(connection.client(), 1000);
        select.awaitBlockedIn("select");
        connection.client().write(Bytes.of("x"));
        assertThat(select.result()).isEqualTo(1);
        assertThat(key.isReadable()).isTrue();
    }

    @Test
    void anInterruptEndsASelect() throws Exception {
        Selector selector = idle();
        Task<Boolean> select = Task.start(() -> {
                    assertThat(selector.select()).isZero();
                    return Thread.currentThread().isInterrupted();
                })
                .awaitBlockedIn("select");
        select.interrupt();
        assertThat(select.result()).as("interrupt status").isTrue();
        assertThat(selector.isOpen()).isTrue();
        assertThat(selector.keys()).allMatch(SelectionKey::isValid);
    }

    @Test
    void anEarlierInterruptEndsASelect() throws Exception {
        Selector selector = idle();
        Task<Boolean> select = Task.start(() -> {
            Thread.currentThread().interrupt();
            assertThat(selector.select()).isZero();
            assertThat(selector.select()).isZero();
            assertThat(selector.selectNow()).isZero();
            return Thread.currentThread().isInterrupted();
        });
        assertThat(select.result()).as("interrupt status").isTrue();
        assertThat(selector.isOpen()).isTrue();
    }
}
