// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests the sockets of channels: states, addresses, options. */
class SocketAdaptorTest extends ContractTest {
    @Test
    void aChannelHasOneSocket() throws IOException {
        SocketChannel channel = open();
        Socket socket = channel.socket();
        assertThat(channel.socket()).isSameAs(socket);
        assertThat(socket.getChannel()).isSameAs(channel);
        channel.close();
        assertThat(channel.socket()).isSameAs(socket);
    }

    @Test
    void aNewSocketIsUnconnected() throws IOException {
        Socket socket = open().socket();
        assertThat(socket.isBound()).isFalse();
        assertThat(socket.isConnected()).isFalse();
        assertThat(socket.isClosed()).isFalse();
        assertThat(socket.isInputShutdown()).isFalse();
        assertThat(socket.isOutputShutdown()).isFalse();
        assertThat(socket.getInetAddress()).isNull();
        assertThat(socket.getPort()).isZero();
        assertThat(socket.getLocalPort()).isEqualTo(-1);
        assertThat(socket.getLocalAddress().isAnyLocalAddress()).isTrue();
        assertThat(socket.getRemoteSocketAddress()).isNull();
        assertThat(socket.getLocalSocketAddress()).isNull();
    }

    @Test
    void anUnconnectedSocketHasNoStreams() throws IOException {
        Socket socket = open().socket();
        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("getInputStream", socket::getInputStream);
        calls.put("getOutputStream", socket::getOutputStream);
        calls.put("shutdownInput", socket::shutdownInput);
        calls.put("shutdownOutput", socket::shutdownOutput);
        calls.forEach((name, call) -> assertThatThrownBy(call)
                .as(name)
                .isInstanceOf(SocketException.class)
                .hasMessage("Socket is not connected"));
    }

    @Test
    void aSocketShowsTheStateOfItsChannel() throws IOException {
        ServerSocketChannel server = listen();
        Connection connection = connect(server);
        SocketChannel channel = connection.client();
        Socket socket = channel.socket();
        InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
        assertThat(socket.isConnected()).isTrue();
        assertThat(socket.isBound()).isTrue();
        assertThat(socket.getLocalSocketAddress()).isEqualTo(local);
        assertThat(socket.getLocalAddress()).isEqualTo(local.getAddress());
        assertThat(socket.getLocalPort()).isEqualTo(local.getPort());
        assertThat(socket.getRemoteSocketAddress()).isEqualTo(server.getLocalAddress());
        assertThat(socket.getInetAddress()).isEqualTo(network.host());
        assertThat(socket.getPort()).isEqualTo(((InetSocketAddress) server.getLocalAddress()).getPort());
        assertThat(connection.server().socket().isConnected()).isTrue();
        assertThat(socket.toString()).isNotEmpty();

        channel.shutdownInput();
        assertThat(socket.isInputShutdown()).isTrue();
        assertThat(socket.isOutputShutdown()).isFalse();
        socket.shutdownOutput();
        assertThat(socket.isOutputShutdown()).isTrue();
        assertThatThrownBy(() -> channel.write(Bytes.of("x"))).isInstanceOf(IOException.class);
    }

    @Test
    void aSocketThatIsShutDownHasNoStreams() throws IOException {
        Socket socket = connect().client().socket();
        socket.shutdownInput();
        socket.shutdownOutput();
        assertThatThrownBy(socket::getInputStream)
                .isInstanceOf(SocketException.class)
                .hasMessage("Socket input is shutdown");
        assertThatThrownBy(socket::getOutputStream)
                .isInstanceOf(SocketException.class)
                .hasMessage("Socket output is shutdown");
        // A socket of the JDK throws here only if it has no channel.
        socket.shutdownInput();
        socket.shutdownOutput();
    }

    @Test
    void aClosedSocketRefusesCalls() throws IOException {
        SocketChannel channel = connect().client();
        SocketAddress remote = channel.getRemoteAddress();
        Socket socket = channel.socket();
        socket.close();
        socket.close();
        assertThat(channel.isOpen()).isFalse();
        assertThat(socket.isClosed()).isTrue();
        // Socket documents true. The adaptor of the JDK returns the state of the channel.
        assertThat(socket.isConnected()).isFalse();
        assertThat(socket.isBound()).isTrue();
        assertThat(socket.getRemoteSocketAddress()).isEqualTo(remote);
        assertThat(socket.getPort()).isEqualTo(((InetSocketAddress) remote).getPort());
        assertThatThrownBy(socket::shutdownInput).isInstanceOf(IOException.class);
        assertThatThrownBy(socket::shutdownOutput).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> socket.bind(network.address())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> socket.connect(remote)).isInstanceOf(IOException.class);
        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("getInputStream", socket::getInputStream);
        calls.put("getOutputStream", socket::getOutputStream);
        calls.put("getTcpNoDelay", socket::getTcpNoDelay);
        calls.put("setTcpNoDelay", () -> socket.setTcpNoDelay(true));
        calls.put("getSoTimeout", socket::getSoTimeout);
        calls.put("setSoTimeout", () -> socket.setSoTimeout(1));
        calls.put("getSoLinger", socket::getSoLinger);
        calls.put("getSendBufferSize", socket::getSendBufferSize);
        calls.put("getReceiveBufferSize", socket::getReceiveBufferSize);
        calls.put("getTrafficClass", socket::getTrafficClass);
        calls.forEach((name, call) -> assertThatThrownBy(call)
                .as(name)
                .isInstanceOf(SocketException.class)
                .hasMessage("Socket is closed"));
    }

    @Test
    void settersReachTheChannel() throws IOException {
        for (SocketChannel channel :
                new SocketChannel[] {open(), connect().client(), connect().server()}) {
            Socket socket = channel.socket();
            socket.setTcpNoDelay(true);
            assertThat(socket.getTcpNoDelay()).isTrue();
            assertThat(channel.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
            socket.setKeepAlive(true);
            assertThat(socket.getKeepAlive()).isTrue();
            assertThat(channel.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
            socket.setReuseAddress(true);
            assertThat(socket.getReuseAddress()).isTrue();
            socket.setSoLinger(true, 7);
            assertThat(socket.getSoLinger()).isEqualTo(7);
            assertThat(channel.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(7);
            socket.setSoLinger(false, 7);
            assertThat(socket.getSoLinger()).isEqualTo(-1);
            socket.setTrafficClass(0x08);
            assertThat(socket.getTrafficClass()).isEqualTo(0x08);
            socket.setPerformancePreferences(0, 1, 2);
            socket.setSoTimeout(1234);
            assertThat(socket.getSoTimeout()).isEqualTo(1234);
            socket.setSendBufferSize(65_536);
            assertThat(socket.getSendBufferSize()).isPositive();
            socket.setReceiveBufferSize(65_536);
            assertThat(socket.getReceiveBufferSize()).isPositive();
            assertThat(socket.supportedOptions()).isEqualTo(channel.supportedOptions());
            socket.setOption(StandardSocketOptions.TCP_NODELAY, false);
            assertThat(socket.getOption(StandardSocketOptions.TCP_NODELAY)).isFalse();
        }
    }

    @Test
    void badValuesAreRefused() throws IOException {
        Socket socket = open().socket();
        assertThatThrownBy(() -> socket.setSoTimeout(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.setSendBufferSize(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.setReceiveBufferSize(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.setTrafficClass(256)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.connect(null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.connect(network.address(), -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(socket.isClosed()).isFalse();
    }

    @Test
    void urgentDataNeedTcp() throws IOException {
        Connection connection = connect();
        Socket socket = connection.client().socket();
        if (network.has(Difference.URGENT_DATA)) {
            socket.sendUrgentData(1);
        } else {
            assertThatThrownBy(() -> socket.sendUrgentData(1)).isInstanceOf(SocketException.class);
            assertThat(socket.isClosed()).isFalse();
        }
        Bytes.send(connection.client(), "x");
        assertThat(Bytes.receive(connection.server(), 1)).isEqualTo("x");
    }

    @Test
    void socketsBindAndConnect() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = open();
        Socket socket = channel.socket();
        socket.bind(network.address());
        assertThat(socket.isBound()).isTrue();
        assertThat(socket.getLocalPort())
                .isPositive()
                .isEqualTo(((InetSocketAddress) channel.getLocalAddress()).getPort());
        assertThatThrownBy(() -> socket.bind(network.address())).isInstanceOf(SocketException.class);
        socket.connect(server.getLocalAddress());
        assertThat(channel.isConnected()).isTrue();
        assertThatThrownBy(() -> socket.connect(server.getLocalAddress())).isInstanceOf(SocketException.class);
        assertThat(socket.isClosed()).isFalse();
    }

    @Test
    void aConnectInTimeSucceeds() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = open();
        channel.socket().connect(server.getLocalAddress(), 60_000);
        assertThat(channel.isConnected()).isTrue();
        assertThat(channel.isBlocking()).isTrue();
        Bytes.send(channel, "x");
        assertThat(Bytes.receive(closing(server.accept()), 1)).isEqualTo("x");
    }

    @Test
    void aRefusedConnectClosesTheSocket() throws IOException {
        for (int timeout : new int[] {0, 60_000}) {
            SocketChannel channel = open();
            InetSocketAddress dead = deadAddress();
            assertThatThrownBy(() -> channel.socket().connect(dead, timeout))
                    .isInstanceOf(ConnectException.class)
                    .hasMessage("Connection refused");
            assertThat(channel.isOpen()).isFalse();
        }
    }

    @Test
    void unresolvedAddressesAreRefused() throws IOException {
        Socket socket = open().socket();
        assertThatThrownBy(() -> socket.connect(InetSocketAddress.createUnresolved("nowhere.invalid", 80)))
                .isInstanceOf(UnknownHostException.class);
    }

    @Test
    void nonBlockingChannelsDoNotConnectBySocket() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel channel = open();
        channel.configureBlocking(false);
        assertThatThrownBy(() -> channel.socket().connect(server.getLocalAddress()))
                .isInstanceOf(IllegalBlockingModeException.class);
        assertThatThrownBy(() -> channel.socket().connect(server.getLocalAddress(), 1000))
                .isInstanceOf(IllegalBlockingModeException.class);
    }
}
