// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests selectors that hold channels of the network under test and channels of the JDK. */
class MixedSelectorTest extends ContractTest {
    private static final int READ = SelectionKey.OP_READ;
    private static final int WRITE = SelectionKey.OP_WRITE;

    private Pipe pipe() throws IOException {
        Pipe pipe = SelectorProvider.provider().openPipe();
        closing(pipe.source());
        closing(pipe.sink());
        return pipe;
    }

    private ServerSocketChannel tcpServer() throws IOException {
        return closing(SelectorProvider.provider().openServerSocketChannel())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private SocketChannel tcpClient(ServerSocketChannel server) throws IOException {
        SocketChannel client = closing(SelectorProvider.provider().openSocketChannel());
        client.connect(server.getLocalAddress());
        return client;
    }

    @Test
    void aPipeRegisters() throws IOException {
        Selector selector = selector();
        Pipe pipe = pipe();
        SelectionKey key = register(selector, pipe.source(), READ);
        assertThat(key.channel()).isSameAs(pipe.source());
        assertThat(key.selector()).isSameAs(selector);
        assertThat(pipe.source().keyFor(selector)).isSameAs(key);
        assertThat(pipe.source().isRegistered()).isTrue();
        assertThat(selector.keys()).containsExactly(key);
        assertThat(selector.selectNow()).isZero();
        Bytes.send(pipe.sink(), "x");
        assertThat(selector.select()).isEqualTo(1);
        assertThat(selector.selectedKeys()).containsExactly(key);
        assertThat(key.readyOps()).isEqualTo(READ);
        assertThat(pipe.source().read(ByteBuffer.allocate(2))).isEqualTo(1);
        selector.selectedKeys().clear();
        assertThat(selector.selectNow()).isZero();
    }

    @Test
    void aReadyChannelOfEitherProviderEndsASelect() throws Exception {
        Selector selector = selector();
        Pipe pipe = pipe();
        Connection connection = connect();
        SelectionKey foreign = register(selector, pipe.source(), READ);
        SelectionKey own = register(selector, connection.server(), READ);
        for (int i = 0; i < 10; i++) {
            Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
            boolean odd = i % 2 == 1;
            Bytes.send(odd ? pipe.sink() : connection.client(), "x");
            assertThat(select.result()).isEqualTo(1);
            assertThat(selector.selectedKeys()).containsExactly(odd ? foreign : own);
            selector.selectedKeys().clear();
            ByteBuffer one = ByteBuffer.allocate(1);
            assertThat(odd ? pipe.source().read(one) : connection.server().read(one))
                    .isEqualTo(1);
        }
    }

    @Test
    void channelsOfBothProvidersAreSelectedTogether() throws IOException {
        Selector selector = selector();
        Pipe pipe = pipe();
        SelectionKey foreign = register(selector, pipe.sink(), WRITE);
        SelectionKey own = register(selector, connect().client(), WRITE);
        assertThat(selector.select()).isEqualTo(2);
        assertThat(selector.selectedKeys()).containsExactlyInAnyOrder(foreign, own);
        assertThat(selector.selectNow()).isZero();
        selector.selectedKeys().clear();
        List<SelectionKey> seen = new ArrayList<>();
        assertThat(selector.select(seen::add)).isEqualTo(2);
        assertThat(seen).containsExactlyInAnyOrder(foreign, own);
    }

    @Test
    void aForeignKeyKeepsTheRules() throws IOException {
        Selector selector = selector();
        ServerSocketChannel server = tcpServer();
        SocketChannel client = tcpClient(server);
        assertThatThrownBy(() -> client.register(selector, READ)).isInstanceOf(IllegalBlockingModeException.class);
        SelectionKey key = register(selector, client, READ | WRITE);
        assertThatThrownBy(() -> key.interestOps(SelectionKey.OP_ACCEPT)).isInstanceOf(IllegalArgumentException.class);
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(WRITE);
        Bytes.send(closing(server.accept()), "x");
        while (key.readyOps() != (READ | WRITE)) {
            selector.select(10);
        }
        key.interestOps(READ);
        assertThat(selector.selectNow()).isZero();
        assertThat(key.readyOps()).isEqualTo(READ | WRITE);
        selector.selectedKeys().clear();
        assertThat(selector.selectNow()).isEqualTo(1);
        assertThat(key.readyOps()).isEqualTo(READ);
        key.cancel();
        assertThatThrownBy(key::readyOps).isInstanceOf(CancelledKeyException.class);
        assertThatThrownBy(() -> client.register(selector, READ)).isInstanceOf(CancelledKeyException.class);
        selector.selectNow();
        assertThat(selector.keys()).isEmpty();
        assertThat(client.isRegistered()).isFalse();
        assertThat(client.register(selector, WRITE)).isNotSameAs(key);
        assertThat(selector.select()).isEqualTo(1);
    }

    @Test
    void aTcpServerAcceptsWithTheSelector() throws IOException {
        Selector selector = selector();
        ServerSocketChannel tcp = tcpServer();
        ServerSocketChannel own = listen();
        SelectionKey foreign = register(selector, tcp, SelectionKey.OP_ACCEPT);
        SelectionKey key = register(selector, own, SelectionKey.OP_ACCEPT);
        tcpClient(tcp);
        awaitReady(selector, foreign, SelectionKey.OP_ACCEPT);
        assertThat(closing(tcp.accept())).isNotNull();
        open().connect(own.getLocalAddress());
        awaitReady(selector, key, SelectionKey.OP_ACCEPT);
        assertThat(closing(own.accept()).provider()).isSameAs(network.provider());
        assertThat(selector.selectNow()).isZero();
    }

    @Test
    void aTcpConnectionIsMadeWithTheSelector() throws IOException {
        Selector selector = selector();
        ServerSocketChannel server = tcpServer();
        SocketChannel client = closing(SelectorProvider.provider().openSocketChannel());
        client.configureBlocking(false);
        SelectionKey key = client.register(selector, SelectionKey.OP_CONNECT);
        if (!client.connect(server.getLocalAddress())) {
            awaitReady(selector, key, SelectionKey.OP_CONNECT);
        }
        assertThat(client.finishConnect()).isTrue();
    }

    @Test
    void aDatagramChannelRegisters() throws IOException {
        Selector selector = selector();
        DatagramChannel channel = closing(SelectorProvider.provider().openDatagramChannel());
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SelectionKey key = register(selector, channel, READ);
        assertThat(selector.selectNow()).isZero();
        channel.send(Bytes.of("datagram"), channel.getLocalAddress());
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.isReadable()).isTrue();
    }

    @Test
    void closedForeignChannelsLeaveTheSelector() throws IOException {
        Selector selector = selector();
        ServerSocketChannel server = tcpServer();
        SelectionKey own = register(selector, connect().client(), READ);
        for (int i = 0; i < 20; i++) {
            SocketChannel client = tcpClient(server);
            SelectionKey key = register(selector, client, READ);
            selector.selectNow();
            SocketChannel accepted = closing(server.accept());
            client.close();
            assertThat(key.isValid()).isFalse();
            selector.selectNow();
            assertThat(selector.keys()).containsExactly(own);
            // The peer sees the end only when the kernel has closed the socket.
            assertThat(accepted.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }

    @Test
    void aClosedSelectorReleasesForeignChannels() throws IOException {
        Selector selector = selector();
        Pipe pipe = pipe();
        SelectionKey key = register(selector, pipe.source(), READ);
        register(selector, connect().client(), READ);
        selector.selectNow();
        selector.close();
        assertThat(key.isValid()).isFalse();
        assertThat(pipe.source().isOpen()).isTrue();
        assertThat(pipe.source().isRegistered()).isFalse();
        pipe.source().configureBlocking(true);
        Bytes.send(pipe.sink(), "x");
        assertThat(Bytes.receive(pipe.source(), 1)).isEqualTo("x");
    }

    @Test
    void wakeupEndsAMixedSelect() throws Exception {
        Selector selector = selector();
        register(selector, pipe().source(), READ);
        register(selector, connect().client(), READ);
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        selector.wakeup();
        assertThat(select.result()).isZero();
        selector.wakeup();
        assertThat(selector.selectNow()).isZero();
        assertThat(selector.select(1)).isZero();
        Task<Integer> again = Task.start(selector::select).awaitBlockedIn("select");
        again.interrupt();
        assertThat(again.result()).isZero();
        assertThat(selector.isOpen()).isTrue();
    }

    @Test
    void theFirstForeignChannelRegistersWhileAThreadSelects() throws Exception {
        Selector selector = selector();
        SelectionKey own = register(selector, connect().client(), READ);
        Pipe pipe = pipe();
        Task<Integer> select = Task.start(selector::select).awaitBlockedIn("select");
        SelectionKey key =
                Task.start(() -> register(selector, pipe.source(), READ)).result();
        Bytes.send(pipe.sink(), "x");
        selector.wakeup();
        if (select.result() == 0) {
            assertThat(selector.select()).isEqualTo(1);
        }
        assertThat(selector.selectedKeys()).containsExactly(key);
        key.cancel();
        selector.selectNow();
        assertThat(selector.keys()).containsExactly(own);
    }

    @Test
    void theProviderOpensPipesAndDatagramChannels() throws IOException {
        Pipe pipe = network.provider().openPipe();
        closing(pipe.source());
        closing(pipe.sink());
        Selector selector = selector();
        SelectionKey key = register(selector, pipe.source(), READ);
        Bytes.send(pipe.sink(), "x");
        awaitReady(selector, key, READ);
        assertThat(closing(network.provider().openDatagramChannel()).isOpen()).isTrue();
    }
}
