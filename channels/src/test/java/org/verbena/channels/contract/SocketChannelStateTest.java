// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests the states of a SocketChannel: new, bound, pending, connected, closed. */
class SocketChannelStateTest extends ContractTest {
    /** An address of a class that no channel supports. */
    static final class ForeignAddress extends SocketAddress {
        private static final long serialVersionUID = 1;
    }

    /** Returns the calls that move bytes or end a direction. */
    private static Map<String, ThrowingCallable> transfers(SocketChannel channel) {
        ByteBuffer bytes = ByteBuffer.allocate(8);
        ByteBuffer empty = ByteBuffer.allocate(0);
        ByteBuffer[] array = {ByteBuffer.allocate(8), ByteBuffer.allocate(8)};
        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("read", () -> channel.read(bytes));
        calls.put("read with an empty buffer", () -> channel.read(empty));
        calls.put("scattering read", () -> channel.read(array));
        calls.put("scattering read of a part", () -> channel.read(array, 1, 1));
        calls.put("scattering read of nothing", () -> channel.read(array, 0, 0));
        calls.put("write", () -> channel.write(bytes));
        calls.put("write with an empty buffer", () -> channel.write(empty));
        calls.put("gathering write", () -> channel.write(array));
        calls.put("gathering write of a part", () -> channel.write(array, 1, 1));
        calls.put("gathering write of nothing", () -> channel.write(array, 0, 0));
        calls.put("shutdownInput", channel::shutdownInput);
        calls.put("shutdownOutput", channel::shutdownOutput);
        return calls;
    }

    @Test
    void aNewChannelIsOpenAndBlocking() throws IOException {
        SocketChannel channel = open();
        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.isBlocking()).isTrue();
        assertThat(channel.isConnected()).isFalse();
        assertThat(channel.isConnectionPending()).isFalse();
        assertThat(channel.isRegistered()).isFalse();
        assertThat(channel.blockingLock()).isNotNull();
        assertThat(channel.provider()).isSameAs(network.provider());
        assertThat(channel.validOps())
                .isEqualTo(SelectionKey.OP_CONNECT | SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        assertThat(channel.getLocalAddress()).isNull();
        assertThat(channel.getRemoteAddress()).isNull();
    }

    @Test
    void anUnconnectedChannelMovesNoBytes() throws IOException {
        SocketChannel channel = open();
        transfers(channel)
                .forEach(
                        (name, call) -> assertThatThrownBy(call).as(name).isInstanceOf(NotYetConnectedException.class));
        channel.configureBlocking(false);
        transfers(channel)
                .forEach((name, call) -> assertThatThrownBy(call)
                        .as(name + ", non-blocking")
                        .isInstanceOf(NotYetConnectedException.class));
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aPendingChannelMovesNoBytes() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = beginConnect(server.getLocalAddress());
        transfers(channel)
                .forEach(
                        (name, call) -> assertThatThrownBy(call).as(name).isInstanceOf(NotYetConnectedException.class));
        assertThat(channel.isConnectionPending()).isTrue();
        assertThat(channel.isConnected()).isFalse();
    }

    @Test
    void aClosedChannelRefusesAllCalls() throws IOException {
        SocketChannel channel = connect().client();
        channel.close();
        Map<String, ThrowingCallable> calls = transfers(channel);
        InetSocketAddress somewhere = network.address();
        calls.put("bind", () -> channel.bind(somewhere));
        calls.put("connect", () -> channel.connect(new InetSocketAddress(network.host(), 7)));
        calls.put("finishConnect", channel::finishConnect);
        calls.put("getLocalAddress", channel::getLocalAddress);
        calls.put("getRemoteAddress", channel::getRemoteAddress);
        calls.put("setOption", () -> channel.setOption(StandardSocketOptions.TCP_NODELAY, true));
        calls.put("getOption", () -> channel.getOption(StandardSocketOptions.TCP_NODELAY));
        calls.put("configureBlocking", () -> channel.configureBlocking(false));
        calls.forEach((name, call) -> assertThatThrownBy(call).as(name).isInstanceOf(ClosedChannelException.class));
    }

    @Test
    void aClosedChannelDoesNotRegister() throws IOException {
        SocketChannel channel = open();
        channel.configureBlocking(false);
        channel.close();
        Selector selector = selector();
        assertThatThrownBy(() -> channel.register(selector, SelectionKey.OP_CONNECT))
                .isInstanceOf(ClosedChannelException.class);
        assertThat(selector.keys()).isEmpty();
    }

    @Test
    void aClosedChannelStillDescribesItself() throws IOException {
        SocketChannel channel = connect().client();
        channel.close();
        channel.close();
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.isConnectionPending()).isFalse();
        assertThat(channel.toString()).endsWith("SocketChannel[closed]").hasSizeLessThan(80);
        assertThat(channel.provider()).isSameAs(network.provider());
        assertThat(channel.socket().isClosed()).isTrue();
        assertThat(channel.supportedOptions()).contains(StandardSocketOptions.TCP_NODELAY);
        assertThat(channel.validOps()).isNotZero();
        assertThat(channel.isRegistered()).isFalse();
    }

    @Test
    void toStringNamesTheState() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = open();
        assertThat(channel.toString()).endsWith("[unconnected]");
        channel.configureBlocking(false);
        channel.connect(server.getLocalAddress());
        assertThat(channel.toString()).contains("[connection-pending ");
        channel.configureBlocking(true);
        channel.finishConnect();
        assertThat(channel.toString())
                .contains("[connected ")
                .contains("local=" + channel.getLocalAddress())
                .endsWith("remote=" + server.getLocalAddress() + "]");
        channel.shutdownInput();
        assertThat(channel.toString()).contains("[connected ishut ");
        channel.shutdownOutput();
        assertThat(channel.toString()).contains("[connected ishut oshut ");
    }

    @Test
    void theBlockingModeCanBeChangedAtAnyTime() throws IOException {
        SocketChannel channel = open();
        assertThat(channel.configureBlocking(false)).isSameAs(channel);
        assertThat(channel.isBlocking()).isFalse();
        assertThat(channel.configureBlocking(false).isBlocking()).isFalse();
        assertThat(channel.configureBlocking(true).isBlocking()).isTrue();
        Connection connection = connect().blocking(false);
        assertThat(connection.server().isBlocking()).isFalse();
        connection.blocking(true);
        Bytes.send(connection.client(), "blocking");
        assertThat(Bytes.receive(connection.server(), 8)).isEqualTo("blocking");
    }

    @Test
    void bindTakesAFreePort() throws IOException {
        SocketChannel channel = open();
        assertThat(channel.bind(network.address())).isSameAs(channel);
        InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
        assertThat(bound.getAddress()).isEqualTo(network.host());
        assertThat(bound.getPort()).isPositive();
        assertThat(channel.getRemoteAddress()).isNull();
        assertThat(channel.isConnected()).isFalse();
    }

    @Test
    void bindToNullTakesAFreePort() throws IOException {
        SocketChannel channel = open();
        channel.bind(null);
        assertThat(((InetSocketAddress) channel.getLocalAddress()).getPort()).isPositive();
    }

    @Test
    void aBoundChannelConnectsFromItsAddress() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = open().bind(network.address());
        SocketAddress bound = channel.getLocalAddress();
        channel.connect(server.getLocalAddress());
        assertThat(channel.getLocalAddress()).isEqualTo(bound);
        assertThat(closing(server.accept()).getRemoteAddress()).isEqualTo(bound);
    }

    @Test
    void aSecondBindFails() throws IOException {
        SocketChannel bound = open().bind(network.address());
        assertThatThrownBy(() -> bound.bind(network.address())).isInstanceOf(AlreadyBoundException.class);
        assertThatThrownBy(() -> bound.bind(null)).isInstanceOf(AlreadyBoundException.class);
        Connection connection = connect();
        assertThatThrownBy(() -> connection.client().bind(network.address())).isInstanceOf(AlreadyBoundException.class);
        assertThatThrownBy(() -> connection.server().bind(network.address())).isInstanceOf(AlreadyBoundException.class);
        assertThat(connection.client().isOpen()).isTrue();
    }

    @Test
    void aPendingChannelDoesNotBind() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = beginConnect(server.getLocalAddress());
        assertThatThrownBy(() -> channel.bind(network.address())).isInstanceOf(ConnectionPendingException.class);
    }

    @Test
    void bindRefusesBadAddresses() throws IOException {
        SocketChannel channel = open();
        assertThatThrownBy(() -> channel.bind(InetSocketAddress.createUnresolved("nowhere.invalid", 80)))
                .isInstanceOf(UnresolvedAddressException.class);
        assertThatThrownBy(() -> channel.bind(new ForeignAddress()))
                .isInstanceOf(UnsupportedAddressTypeException.class);
        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.getLocalAddress()).isNull();
    }

    @Test
    void aPortInUseIsRefused() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = open();
        assertThatThrownBy(() -> channel.bind(server.getLocalAddress()))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("Address already in use");
        assertThat(channel.isOpen()).isTrue();
    }
}
