// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.provider.sim.SimProvider;

/** Tests the fallback to TCP for addresses without an RDMA device, also beside connections over RDMA. */
@Timeout(60)
class FallbackTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final SimProvider simulator = new SimProvider();
    private final RdmaSelectorProvider provider = new RdmaSelectorProvider(simulator, ChannelSettings.defaults());

    @AfterEach
    void close() {
        provider.close();
        simulator.close();
    }

    private static InetAddress addressOf(SimProvider simulator) throws IOException {
        try (DeviceContext context = simulator.devices().get(0).open()) {
            return DeviceAddress.of(context);
        }
    }

    private static void exchange(SocketChannel one, SocketChannel other) throws IOException {
        one.write(StandardCharsets.UTF_8.encode("ping"));
        ByteBuffer received = ByteBuffer.allocate(4);
        while (received.hasRemaining()) {
            assertThat(other.read(received)).isNotNegative();
        }
        assertThat(StandardCharsets.UTF_8.decode(received.flip()).toString()).isEqualTo("ping");
    }

    private static boolean isTcp(SocketChannel channel) {
        return ((RdmaSocketChannel) channel).tcp() != null;
    }

    @Test
    void aServerOfTcpAcceptsAClientOfTheProvider() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0));
                SocketChannel client = provider.openSocketChannel()) {
            assertThat(client.connect(server.getLocalAddress())).isTrue();
            try (SocketChannel accepted = server.accept()) {
                exchange(client, accepted);
                exchange(accepted, client);
                assertThat(client.getRemoteAddress()).isEqualTo(server.getLocalAddress());
                assertThat(client.getLocalAddress()).isEqualTo(accepted.getRemoteAddress());
                assertThat(client.provider()).isSameAs(provider);
                assertThat(isTcp(client)).isTrue();
                assertThat(RdmaConnection.of(client)).isEmpty();
                client.setOption(RdmaConnection.IO_MAP_SIZE, 5);
                assertThat(client.getOption(RdmaConnection.IO_MAP_SIZE)).isEqualTo(5);
            }
        }
    }

    @Test
    void aSelectorServesTcpAndRdmaChannels() throws IOException {
        try (ServerSocketChannel server = provider.openServerSocketChannel();
                Selector selector = provider.openSelector();
                SocketChannel overTcp = provider.openSocketChannel();
                SocketChannel overRdma = provider.openSocketChannel()) {
            server.bind(null);
            int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            for (SocketChannel client : new SocketChannel[] {overTcp, overRdma}) {
                client.configureBlocking(false);
                client.register(selector, SelectionKey.OP_CONNECT);
                client.connect(new InetSocketAddress(client == overTcp ? LOOPBACK : addressOf(simulator), port));
            }
            int echoes = 0;
            while (echoes < 2) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    echoes += serve(key);
                }
                selector.selectedKeys().clear();
            }
            assertThat(isTcp(overTcp)).isTrue();
            assertThat(isTcp(overRdma)).isFalse();
        }
    }

    /** Connects, accepts, or echoes a byte. Returns 1 if a client has received its echo. */
    private int serve(SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            SocketChannel accepted = ((ServerSocketChannel) key.channel()).accept();
            if (accepted != null) {
                accepted.configureBlocking(false);
                accepted.register(key.selector(), SelectionKey.OP_READ, "server");
            }
            return 0;
        }
        SocketChannel channel = (SocketChannel) key.channel();
        if (key.isConnectable()) {
            assertThat(channel.finishConnect()).isTrue();
            channel.write(ByteBuffer.wrap(new byte[] {1}));
            key.interestOps(SelectionKey.OP_READ);
            return 0;
        }
        ByteBuffer received = ByteBuffer.allocate(1);
        assertThat(channel.read(received)).isOne();
        if (key.attachment() != null) {
            channel.write(received.flip());
            return 0;
        }
        key.interestOps(0);
        return 1;
    }

    @Test
    void aBlockingServerOnTheWildcardAcceptsTcpAndRdma() throws IOException {
        try (ServerSocketChannel server = provider.openServerSocketChannel()) {
            server.bind(new InetSocketAddress(0));
            int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
            for (InetAddress address : new InetAddress[] {LOOPBACK, addressOf(simulator)}) {
                try (SocketChannel client = provider.openSocketChannel()) {
                    client.connect(new InetSocketAddress(address, port));
                    try (SocketChannel accepted = server.accept()) {
                        exchange(client, accepted);
                        exchange(accepted, client);
                        assertThat(isTcp(accepted)).isEqualTo(address.equals(LOOPBACK));
                    }
                }
            }
        }
    }

    @Test
    void aServerOnAnAddressWithoutRdmaIsTcp() throws IOException {
        try (ServerSocketChannel server = provider.openServerSocketChannel();
                SocketChannel client = SocketChannel.open()) {
            server.bind(new InetSocketAddress(LOOPBACK, 0));
            client.connect(server.getLocalAddress());
            try (SocketChannel accepted = server.accept()) {
                exchange(client, accepted);
                accepted.socket().getOutputStream().write('x');
                ByteBuffer one = ByteBuffer.allocate(1);
                assertThat(client.read(one)).isOne();
            }
        }
    }

    @Test
    void withoutFallbackAnAddressWithoutRdmaFails() {
        ChannelSettings settings =
                ChannelSettings.builder().fallback(Fallback.FAIL).build();
        try (RdmaSelectorProvider strict = new RdmaSelectorProvider(simulator, settings)) {
            assertThatThrownBy(() -> strict.openServerSocketChannel().bind(new InetSocketAddress("192.0.2.1", 0)))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("no RDMA device has")
                    .hasMessageContaining("192.0.2.1");
            assertThatThrownBy(() -> strict.openSocketChannel().connect(new InetSocketAddress(LOOPBACK, 9)))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("no RDMA device reaches");
        }
    }

    /** Creates a simulator with a free address of the loopback interface, which TCP has too. */
    private static SimProvider onNetwork() {
        return (SimProvider) new SimProvider().configure(Map.of("profile", "mlx5", "address", "loopback"));
    }

    /** A peer on the RDMA network may speak only TCP: its device has no listener, or it has no device. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPeerOfTheNetworkThatSpeaksOnlyTcpIsConnectedByTcp(boolean hasDevice) throws IOException {
        ChannelSettings settings = ChannelSettings.builder()
                .fallbackTimeout(Duration.ofMillis(hasDevice ? 60_000 : 200))
                .build();
        try (SimProvider near = onNetwork();
                SimProvider far = onNetwork();
                RdmaSelectorProvider ofClient = new RdmaSelectorProvider(near, settings);
                ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(addressOf(far), 0))) {
            if (!hasDevice) {
                far.close();
            }
            for (boolean blocking : new boolean[] {true, false, true}) {
                try (SocketChannel client = ofClient.openSocketChannel()) {
                    connect(client, server, blocking);
                    try (SocketChannel accepted = server.accept()) {
                        assertThat(isTcp(client)).isTrue();
                        exchange(client, accepted);
                        exchange(accepted, client);
                        assertThat(client.getRemoteAddress()).isEqualTo(server.getLocalAddress());
                    }
                }
            }
            try (SocketChannel client = ofClient.openSocketChannel()) {
                client.socket().connect(server.getLocalAddress());
                try (SocketChannel accepted = server.accept()) {
                    client.socket().getOutputStream().write('x');
                    assertThat(accepted.read(ByteBuffer.allocate(1))).isOne();
                }
            }
        }
    }

    private static void connect(SocketChannel client, ServerSocketChannel server, boolean blocking) throws IOException {
        if (blocking) {
            assertThat(client.connect(server.getLocalAddress())).isTrue();
            return;
        }
        client.configureBlocking(false);
        try (Selector selector = client.provider().openSelector()) {
            client.register(selector, SelectionKey.OP_CONNECT);
            client.connect(server.getLocalAddress());
            while (!client.finishConnect()) {
                selector.select();
            }
        }
        client.configureBlocking(true);
    }

    @Test
    void aServerOnTheAddressOfADeviceAcceptsTcpAndRdma() throws IOException {
        try (SimProvider near = onNetwork();
                SimProvider far = onNetwork();
                RdmaSelectorProvider ofClient = new RdmaSelectorProvider(near, ChannelSettings.defaults());
                RdmaSelectorProvider ofServer = new RdmaSelectorProvider(far, ChannelSettings.defaults());
                ServerSocketChannel server = ofServer.openServerSocketChannel()) {
            server.bind(new InetSocketAddress(addressOf(far), 0));
            try (SocketChannel overRdma = ofClient.openSocketChannel();
                    SocketChannel overTcp = SocketChannel.open()) {
                for (SocketChannel client : new SocketChannel[] {overRdma, overTcp}) {
                    client.connect(server.getLocalAddress());
                    try (SocketChannel accepted = server.accept()) {
                        assertThat(isTcp(accepted)).isEqualTo(client == overTcp);
                        exchange(client, accepted);
                        exchange(accepted, client);
                    }
                }
                assertThat(isTcp(overRdma)).isFalse();
            }
        }
    }

    @Test
    void bindToAPortInUseByTcpFails() throws IOException {
        try (ServerSocketChannel tcp = ServerSocketChannel.open().bind(new InetSocketAddress(0));
                ServerSocketChannel server = provider.openServerSocketChannel()) {
            assertThatThrownBy(() -> server.bind(tcp.getLocalAddress())).isInstanceOf(java.net.BindException.class);
        }
    }
}
