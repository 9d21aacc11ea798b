// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests servers: bind, accept, backlog, close. */
class ServerSocketChannelTest extends ContractTest {
    @Test
    void aNewServerIsUnbound() throws IOException {
        ServerSocketChannel server = openServer();
        assertThat(server.isOpen()).isTrue();
        assertThat(server.isBlocking()).isTrue();
        assertThat(server.getLocalAddress()).isNull();
        assertThat(server.validOps()).isEqualTo(SelectionKey.OP_ACCEPT);
        assertThat(server.provider()).isSameAs(network.provider());
        assertThatThrownBy(server::accept).isInstanceOf(NotYetBoundException.class);
        server.configureBlocking(false);
        assertThatThrownBy(server::accept).isInstanceOf(NotYetBoundException.class);
        assertThat(server.toString()).endsWith("[unbound]");
    }

    @Test
    void bindTakesAFreePort() throws IOException {
        ServerSocketChannel server = openServer();
        assertThat(server.bind(network.address())).isSameAs(server);
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        assertThat(address.getAddress()).isEqualTo(network.host());
        assertThat(address.getPort()).isPositive();
        assertThat(server.toString()).contains("ServerSocketChannel").doesNotContain("unbound");
    }

    @Test
    void bindToNullUsesTheWildcardAddress() throws IOException {
        ServerSocketChannel server = openServer().bind(null);
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        assertThat(address.getAddress().isAnyLocalAddress()).isTrue();
        assertThat(address.getPort()).isPositive();
        SocketChannel client = open();
        client.connect(new InetSocketAddress(network.host(), address.getPort()));
        SocketChannel accepted = closing(server.accept());
        assertThat(((InetSocketAddress) accepted.getLocalAddress()).getAddress())
                .isEqualTo(network.host());
        Bytes.send(client, "wild");
        assertThat(Bytes.receive(accepted, 4)).isEqualTo("wild");
    }

    @Test
    void aSecondBindFails() throws IOException {
        ServerSocketChannel server = listen();
        assertThatThrownBy(() -> server.bind(network.address())).isInstanceOf(AlreadyBoundException.class);
        assertThatThrownBy(() -> server.bind(null)).isInstanceOf(AlreadyBoundException.class);
        assertThat(server.isOpen()).isTrue();
    }

    @Test
    void badAddressesAreRefused() throws IOException {
        ServerSocketChannel server = openServer();
        assertThatThrownBy(() -> server.bind(InetSocketAddress.createUnresolved("nowhere.invalid", 80)))
                .isInstanceOf(UnresolvedAddressException.class);
        assertThatThrownBy(() -> server.bind(new SocketChannelStateTest.ForeignAddress()))
                .isInstanceOf(UnsupportedAddressTypeException.class);
        assertThat(server.isOpen()).isTrue();
        assertThat(server.bind(network.address()).getLocalAddress()).isNotNull();
    }

    @Test
    void aPortInUseIsRefused() throws IOException {
        SocketAddress used = listen().getLocalAddress();
        ServerSocketChannel server = openServer();
        assertThatThrownBy(() -> server.bind(used))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("Address already in use");
        assertThat(server.isOpen()).isTrue();
        assertThat(server.getLocalAddress()).isNull();
    }

    @Test
    void aPortIsFreeAfterAClose() throws IOException {
        ServerSocketChannel server = listen();
        SocketAddress address = server.getLocalAddress();
        Connection connection = connect(server);
        connection.server().close();
        server.close();
        ServerSocketChannel again =
                openServer().setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(address);
        assertThat(again.getLocalAddress()).isEqualTo(address);
        assertThat(connect(again).client().isConnected()).isTrue();
    }

    @Test
    void anyBacklogIsAccepted() throws IOException {
        for (int backlog : new int[] {-1, 0, 1, 50, Integer.MAX_VALUE}) {
            ServerSocketChannel server = openServer();
            server.bind(network.address(), backlog);
            assertThat(connect(server).server().isConnected()).isTrue();
        }
    }

    @Test
    void aClosedServerRefusesAllCalls() throws IOException {
        ServerSocketChannel server = listen();
        server.close();
        server.close();
        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("accept", server::accept);
        calls.put("bind", () -> server.bind(network.address()));
        calls.put("getLocalAddress", server::getLocalAddress);
        calls.put("setOption", () -> server.setOption(StandardSocketOptions.SO_REUSEADDR, true));
        calls.put("getOption", () -> server.getOption(StandardSocketOptions.SO_REUSEADDR));
        calls.put("configureBlocking", () -> server.configureBlocking(false));
        calls.forEach((name, call) -> assertThatThrownBy(call).as(name).isInstanceOf(ClosedChannelException.class));
        assertThat(server.isOpen()).isFalse();
        assertThat(server.toString()).contains("ServerSocketChannel").endsWith("[closed]");
        assertThat(server.supportedOptions()).isNotEmpty();
        assertThat(server.socket().isClosed()).isTrue();
    }

    @Test
    void aNonBlockingAcceptOfNothingReturnsNull() throws IOException {
        ServerSocketChannel server = listen();
        server.configureBlocking(false);
        assertThat(server.accept()).isNull();
        assertThat(server.accept()).isNull();
    }

    @Test
    void acceptedChannelsAreBlocking() throws IOException {
        ServerSocketChannel server = listen();
        server.configureBlocking(false);
        Selector selector = selector();
        SelectionKey key = server.register(selector, SelectionKey.OP_ACCEPT);
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        awaitReady(selector, key, SelectionKey.OP_ACCEPT);
        SocketChannel accepted = closing(server.accept());
        assertThat(accepted.isBlocking()).isTrue();
        assertThat(accepted.isConnected()).isTrue();
        assertThat(accepted.isRegistered()).isFalse();
        assertThat(accepted.provider()).isSameAs(network.provider());
        assertThat(accepted.getRemoteAddress()).isEqualTo(client.getLocalAddress());
        assertThat(accepted.getLocalAddress()).isEqualTo(server.getLocalAddress());
        assertThat(server.accept()).isNull();
    }

    @Test
    void aBlockingAcceptWaits() throws Exception {
        ServerSocketChannel server = listen();
        Task<SocketChannel> acceptor = Task.start(server::accept).awaitBlockedIn("accept");
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        assertThat(closing(acceptor.result()).getRemoteAddress()).isEqualTo(client.getLocalAddress());
    }

    @Test
    void connectionsWaitForAccept() throws IOException {
        ServerSocketChannel server = listen();
        List<SocketChannel> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            SocketChannel client = open();
            client.connect(server.getLocalAddress());
            clients.add(client);
        }
        Set<SocketAddress> expected = new HashSet<>();
        Set<SocketAddress> accepted = new HashSet<>();
        for (SocketChannel client : clients) {
            expected.add(client.getLocalAddress());
            accepted.add(closing(server.accept()).getRemoteAddress());
        }
        assertThat(accepted).isEqualTo(expected).hasSize(20);
    }

    @Test
    void aConnectionClosedBeforeAcceptIsAccepted() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        Bytes.send(client, "brief");
        client.close();
        SocketChannel accepted = closing(server.accept());
        assertThat(Bytes.receive(accepted, 5)).isEqualTo("brief");
        assertThat(accepted.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void aConnectionResetBeforeAcceptIsAccepted() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        client.setOption(StandardSocketOptions.SO_LINGER, 0);
        client.close();
        SocketChannel accepted = closing(server.accept());
        assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1)))
                .isInstanceOf(SocketException.class)
                .hasMessage("Connection reset");
    }

    @Test
    void aCloseEndsPendingConnections() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        server.close();
        try {
            assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        } catch (SocketException e) {
            assertThat(e).hasMessage("Connection reset");
        }
    }

    @Test
    void severalThreadsAccept() throws Exception {
        ServerSocketChannel server = listen();
        List<Task<SocketChannel>> acceptors = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            acceptors.add(Task.start(server::accept).awaitBlockedIn("accept"));
        }
        Set<SocketAddress> clients = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            SocketChannel client = open();
            client.connect(server.getLocalAddress());
            clients.add(client.getLocalAddress());
        }
        Set<SocketAddress> accepted = new HashSet<>();
        for (Task<SocketChannel> acceptor : acceptors) {
            accepted.add(closing(acceptor.result()).getRemoteAddress());
        }
        assertThat(accepted).isEqualTo(clients);
    }
}
