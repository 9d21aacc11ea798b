// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import org.junit.jupiter.api.Test;

/** Tests connect and finishConnect. */
class ConnectTest extends ContractTest {
    @Test
    void aBlockingConnectReturnsConnected() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        assertThat(client.connect(server.getLocalAddress())).isTrue();
        assertThat(client.isConnected()).isTrue();
        assertThat(client.isConnectionPending()).isFalse();
        assertThat(client.finishConnect()).isTrue();
        SocketChannel accepted = closing(server.accept());
        assertThat(client.getRemoteAddress())
                .isEqualTo(server.getLocalAddress())
                .isEqualTo(accepted.getLocalAddress());
        assertThat(client.getLocalAddress()).isEqualTo(accepted.getRemoteAddress());
    }

    @Test
    void bytesSentBeforeAcceptArrive() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        Bytes.send(client, "early");
        assertThat(Bytes.receive(closing(server.accept()), 5)).isEqualTo("early");
    }

    @Test
    void aNonBlockingConnectIsPending() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = beginConnect(server.getLocalAddress());
        assertThat(client.isConnectionPending()).isTrue();
        assertThat(client.isConnected()).isFalse();
        assertThat(client.getRemoteAddress()).isEqualTo(server.getLocalAddress());
        while (!client.finishConnect()) {
            assertThat(client.isConnectionPending()).isTrue();
            Thread.onSpinWait();
        }
        assertThat(client.isConnected()).isTrue();
        assertThat(client.isConnectionPending()).isFalse();
        assertThat(client.getLocalAddress()).isEqualTo(closing(server.accept()).getRemoteAddress());
    }

    @Test
    void finishConnectBlocksInBlockingMode() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = beginConnect(server.getLocalAddress());
        client.configureBlocking(true);
        assertThat(client.finishConnect()).isTrue();
        assertThat(client.isConnected()).isTrue();
    }

    @Test
    void aPendingChannelDoesNotConnect() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = beginConnect(server.getLocalAddress());
        assertThatThrownBy(() -> client.connect(server.getLocalAddress()))
                .isInstanceOf(ConnectionPendingException.class);
        client.configureBlocking(true);
        assertThat(client.finishConnect()).isTrue();
    }

    @Test
    void aConnectedChannelDoesNotConnect() throws IOException {
        ServerSocketChannel server = listen();
        Connection connection = connect(server);
        assertThatThrownBy(() -> connection.client().connect(server.getLocalAddress()))
                .isInstanceOf(AlreadyConnectedException.class);
        assertThatThrownBy(() -> connection.server().connect(server.getLocalAddress()))
                .isInstanceOf(AlreadyConnectedException.class);
        assertThat(connection.client().finishConnect()).isTrue();
        assertThat(connection.server().finishConnect()).isTrue();
    }

    @Test
    void finishConnectNeedsAConnect() throws IOException {
        SocketChannel client = open();
        assertThatThrownBy(client::finishConnect).isInstanceOf(NoConnectionPendingException.class);
        client.bind(network.address());
        assertThatThrownBy(client::finishConnect).isInstanceOf(NoConnectionPendingException.class);
    }

    @Test
    void badAddressesLeaveTheChannelOpen() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        assertThatThrownBy(() -> client.connect(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client.connect(InetSocketAddress.createUnresolved("nowhere.invalid", 80)))
                .isInstanceOf(UnresolvedAddressException.class);
        assertThatThrownBy(() -> client.connect(new SocketChannelStateTest.ForeignAddress()))
                .isInstanceOf(UnsupportedAddressTypeException.class);
        assertThat(client.isOpen()).isTrue();
        assertThat(client.connect(server.getLocalAddress())).isTrue();
    }

    @Test
    void aChannelOfIpv4RefusesIpv6() throws IOException {
        SocketChannel client = closing(network.provider().openSocketChannel(StandardProtocolFamily.INET));
        InetSocketAddress ipv6 = new InetSocketAddress(InetAddress.getByName("::1"), 80);
        assertThatThrownBy(() -> client.connect(ipv6)).isInstanceOf(UnsupportedAddressTypeException.class);
        assertThatThrownBy(() -> client.bind(ipv6)).isInstanceOf(UnsupportedAddressTypeException.class);
        assertThat(client.isOpen()).isTrue();
        assertThat(client.connect(listen().getLocalAddress())).isTrue();
    }

    @Test
    void theWildcardIsALocalAddress() throws IOException {
        assumeTrue(network.has(Difference.CONNECTS_TO_WILDCARD));
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        assertThat(client.connect(new InetSocketAddress("0.0.0.0", port))).isTrue();
        assertThat(client.getRemoteAddress()).isEqualTo(server.getLocalAddress());
    }

    @Test
    void aRefusedConnectClosesTheChannel() throws IOException {
        InetSocketAddress dead = deadAddress();
        SocketChannel client = open();
        assertThatThrownBy(() -> client.connect(dead))
                .isInstanceOf(ConnectException.class)
                .hasMessage("Connection refused");
        assertThat(client.isOpen()).isFalse();
        assertThat(client.isConnected()).isFalse();
        assertThatThrownBy(() -> client.connect(dead)).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void finishConnectReportsARefusal() throws IOException {
        SocketChannel client = open();
        client.configureBlocking(false);
        Selector selector = selector();
        SelectionKey key = client.register(selector, SelectionKey.OP_CONNECT);
        assertThat(client.connect(deadAddress())).isFalse();
        assertThat(selector.select()).isEqualTo(1);
        assertThat(key.isConnectable()).isTrue();
        assertThatThrownBy(client::finishConnect)
                .isInstanceOf(ConnectException.class)
                .hasMessage("Connection refused");
        assertThat(client.isOpen()).isFalse();
        assertThat(key.isValid()).isFalse();
        assertThat(selector.keys()).containsExactly(key);
        selector.selectNow();
        assertThat(selector.keys()).isEmpty();
        assertThat(selector.selectedKeys()).isEmpty();
        assertThatThrownBy(client::finishConnect).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void finishConnectReportsARefusalInBlockingMode() throws IOException {
        SocketChannel client = beginConnect(deadAddress());
        client.configureBlocking(true);
        assertThatThrownBy(client::finishConnect).isInstanceOf(ConnectException.class);
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void aPendingChannelCloses() throws IOException {
        SocketChannel client = beginConnect(listen().getLocalAddress());
        client.close();
        assertThat(client.isConnectionPending()).isFalse();
        assertThatThrownBy(client::finishConnect).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void aClosedServerRefuses() throws IOException {
        ServerSocketChannel server = listen();
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        connect(server);
        server.close();
        SocketChannel client = open();
        assertThatThrownBy(() -> client.connect(address)).isInstanceOf(ConnectException.class);
    }

    @Test
    void connectionsOutliveTheirServer() throws IOException {
        ServerSocketChannel server = listen();
        Connection connection = connect(server);
        server.close();
        Bytes.send(connection.client(), "ping");
        assertThat(Bytes.receive(connection.server(), 4)).isEqualTo("ping");
        Bytes.send(connection.server(), "pong");
        assertThat(Bytes.receive(connection.client(), 4)).isEqualTo("pong");
    }

    @Test
    void oneAddressServesManyClients() throws IOException {
        ServerSocketChannel server = listen();
        Connection one = connect(server);
        Connection two = connect(server);
        assertThat(one.client().getLocalAddress()).isNotEqualTo(two.client().getLocalAddress());
        Bytes.send(one.client(), "one");
        Bytes.send(two.client(), "two");
        assertThat(Bytes.receive(two.server(), 3)).isEqualTo("two");
        assertThat(Bytes.receive(one.server(), 3)).isEqualTo("one");
    }
}
