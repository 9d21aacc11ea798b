// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

/** Tests the sockets of server channels. */
class ServerSocketAdaptorTest extends ContractTest {
    @Test
    void aServerHasOneSocket() throws IOException {
        ServerSocketChannel server = openServer();
        ServerSocket socket = server.socket();
        assertThat(server.socket()).isSameAs(socket);
        assertThat(socket.getChannel()).isSameAs(server);
        assertThat(socket.isBound()).isFalse();
        assertThat(socket.isClosed()).isFalse();
        assertThat(socket.getLocalPort()).isEqualTo(-1);
        assertThat(socket.getInetAddress()).isNull();
        assertThat(socket.getLocalSocketAddress()).isNull();
    }

    @Test
    void theSocketBinds() throws IOException {
        ServerSocketChannel server = openServer();
        server.socket().bind(network.address(), 10);
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        assertThat(server.socket().isBound()).isTrue();
        assertThat(server.socket().getLocalPort()).isEqualTo(address.getPort());
        assertThat(server.socket().getInetAddress()).isEqualTo(network.host());
        assertThat(server.socket().getLocalSocketAddress()).isEqualTo(address);
        assertThatThrownBy(() -> server.socket().bind(network.address())).isInstanceOf(SocketException.class);
        assertThat(connect(server).client().isConnected()).isTrue();
    }

    @Test
    void theSocketAccepts() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        Socket accepted = closing(server.socket().accept());
        assertThat(accepted.getChannel().provider()).isSameAs(network.provider());
        assertThat(accepted.isConnected()).isTrue();
        assertThat(accepted.getRemoteSocketAddress()).isEqualTo(client.getLocalAddress());
        Bytes.send(client, "x");
        assertThat(accepted.getInputStream().read()).isEqualTo('x');
    }

    @Test
    void anAcceptTimesOut() throws IOException {
        ServerSocketChannel server = listen();
        server.socket().setSoTimeout(20);
        assertThat(server.socket().getSoTimeout()).isEqualTo(20);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(server.socket()::accept)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("timed out");
        }
        assertThat(server.isOpen()).isTrue();
        server.socket().setSoTimeout(60_000);
        open().connect(server.getLocalAddress());
        assertThat(closing(server.socket().accept()).isConnected()).isTrue();
    }

    @Test
    void anUnboundSocketDoesNotAccept() throws IOException {
        ServerSocket socket = openServer().socket();
        assertThatThrownBy(socket::accept).hasMessageContaining("not bound");
    }

    @Test
    void aNonBlockingServerDoesNotAcceptBySocket() throws IOException {
        ServerSocketChannel server = listen();
        server.configureBlocking(false);
        assertThatThrownBy(server.socket()::accept).isInstanceOf(IllegalBlockingModeException.class);
        assertThat(server.accept()).isNull();
    }

    @Test
    void aClosedSocketRefusesCalls() throws IOException {
        ServerSocketChannel server = listen();
        ServerSocket socket = server.socket();
        socket.close();
        socket.close();
        assertThat(server.isOpen()).isFalse();
        assertThat(socket.isClosed()).isTrue();
        assertThat(socket.isBound()).as("as ServerSocket documents").isTrue();
        // ServerSocket documents SocketException. The adaptor of the JDK throws the exception of the channel.
        assertThatThrownBy(socket::accept).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> socket.bind(network.address())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> socket.setSoTimeout(1)).isInstanceOf(SocketException.class);
        assertThatThrownBy(socket::getReuseAddress).isInstanceOf(SocketException.class);
        assertThatThrownBy(socket::getReceiveBufferSize).isInstanceOf(SocketException.class);
    }

    @Test
    void aCloseWakesAnAccept() throws Exception {
        ServerSocketChannel server = listen();
        Task<Socket> acceptor = Task.start(server.socket()::accept).awaitBlockedIn("accept");
        server.socket().close();
        // ServerSocket documents SocketException. The adaptor of the JDK throws the exception of the channel.
        assertThat(acceptor.failure()).isInstanceOfAny(SocketException.class, AsynchronousCloseException.class);
    }

    @Test
    void settersReachTheChannel() throws IOException {
        ServerSocketChannel server = openServer();
        ServerSocket socket = server.socket();
        socket.setReuseAddress(false);
        assertThat(socket.getReuseAddress()).isFalse();
        socket.setReuseAddress(true);
        assertThat(server.getOption(StandardSocketOptions.SO_REUSEADDR)).isTrue();
        socket.setReceiveBufferSize(65_536);
        assertThat(socket.getReceiveBufferSize()).isPositive();
        socket.setPerformancePreferences(0, 1, 2);
        assertThat(socket.supportedOptions()).isEqualTo(server.supportedOptions());
        assertThatThrownBy(() -> socket.setReceiveBufferSize(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.setSoTimeout(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(socket.toString()).isNotEmpty();
    }
}
