// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests connection attempts that get no answer: timeout, close, interrupt. */
class SilentPeerTest extends ContractTest {
    private InetSocketAddress silent() throws IOException {
        Optional<InetSocketAddress> address = network.silentAddress();
        assumeTrue(address.isPresent(), "a network with a silent address");
        return address.orElseThrow();
    }

    @Test
    void aConnectOfTheAdaptorTimesOut() throws IOException {
        InetSocketAddress silent = silent();
        SocketChannel client = open();
        assertThatThrownBy(() -> client.socket().connect(silent, 50))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessageContaining("timed out");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void aCloseWakesAConnect() throws Exception {
        InetSocketAddress silent = silent();
        SocketChannel client = open();
        Task<Boolean> connect = Task.start(() -> client.connect(silent)).awaitBlockedIn("connect");
        assertThat(client.isConnectionPending()).isTrue();
        client.close();
        assertThat(connect.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void aCloseWakesAFinishConnect() throws Exception {
        SocketChannel client = beginConnect(silent());
        client.configureBlocking(true);
        Task<Boolean> connect = Task.start(client::finishConnect).awaitBlockedIn("finishConnect");
        client.close();
        assertThat(connect.failure()).isExactlyInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void anInterruptClosesAConnectingChannel() throws Exception {
        InetSocketAddress silent = silent();
        SocketChannel client = open();
        Task<Boolean> connect = Task.start(() -> client.connect(silent)).awaitBlockedIn("connect");
        connect.interrupt();
        assertThat(connect.failure()).isExactlyInstanceOf(ClosedByInterruptException.class);
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void aPendingConnectStaysPending() throws IOException {
        InetSocketAddress silent = silent();
        SocketChannel client = beginConnect(silent);
        assertThat(client.finishConnect()).isFalse();
        assertThat(client.isConnectionPending()).isTrue();
        assertThat(client.getRemoteAddress()).isEqualTo(silent);
        assertThatThrownBy(() -> client.connect(silent)).isInstanceOf(ConnectionPendingException.class);
        Selector selector = selector();
        SelectionKey key = client.register(selector, SelectionKey.OP_CONNECT);
        assertThat(selector.selectNow()).isZero();
        assertThat(selector.select(10)).isZero();
        client.close();
        assertThat(key.isValid()).isFalse();
        assertThat(selector.selectNow()).isZero();
        assertThat(selector.keys()).isEmpty();
    }
}
