// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the options of channels and servers. */
class OptionsTest extends ContractTest {
    private static final List<SocketOption<?>> OF_CHANNELS = List.of(
            StandardSocketOptions.SO_SNDBUF,
            StandardSocketOptions.SO_RCVBUF,
            StandardSocketOptions.SO_KEEPALIVE,
            StandardSocketOptions.SO_REUSEADDR,
            StandardSocketOptions.SO_LINGER,
            StandardSocketOptions.TCP_NODELAY,
            StandardSocketOptions.IP_TOS);

    /** An option that no channel supports. */
    private static final SocketOption<String> FOREIGN = new SocketOption<>() {
        @Override
        public String name() {
            return "FOREIGN";
        }

        @Override
        public Class<String> type() {
            return String.class;
        }

        @Override
        public String toString() {
            return name();
        }
    };

    private static <T> void keeps(NetworkChannel channel, SocketOption<T> option, T value) throws IOException {
        assertThat(channel.setOption(option, value)).isSameAs(channel);
        assertThat(channel.getOption(option)).as(option.name()).isEqualTo(value);
    }

    @Test
    void channelsHaveTheCommonOptions() throws IOException {
        SocketChannel channel = open();
        Set<SocketOption<?>> supported = channel.supportedOptions();
        assertThat(supported).containsAll(OF_CHANNELS).doesNotContainNull();
        assertThat(supported).doesNotContain(StandardSocketOptions.SO_BROADCAST);
        for (SocketOption<?> option : OF_CHANNELS) {
            assertThat(channel.getOption(option)).as(option.name()).isInstanceOf(option.type());
        }
        assertThatThrownBy(() -> supported.add(FOREIGN)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void channelsHaveTheOptionsOfTcp() throws IOException {
        assumeTrue(network.has(Difference.TCP_OPTIONS));
        Set<String> names =
                open().supportedOptions().stream().map(SocketOption::name).collect(Collectors.toSet());
        assertThat(names).contains("TCP_KEEPIDLE", "TCP_KEEPCOUNT", "TCP_KEEPINTERVAL", "TCP_QUICKACK", "SO_OOBINLINE");
    }

    @Test
    void serversHaveFewOptions() throws IOException {
        ServerSocketChannel server = openServer();
        assertThat(server.supportedOptions())
                .contains(StandardSocketOptions.SO_RCVBUF, StandardSocketOptions.SO_REUSEADDR)
                .doesNotContain(
                        StandardSocketOptions.SO_SNDBUF,
                        StandardSocketOptions.TCP_NODELAY,
                        StandardSocketOptions.SO_KEEPALIVE,
                        StandardSocketOptions.SO_LINGER);
        assertThatThrownBy(() -> server.setOption(StandardSocketOptions.TCP_NODELAY, true))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("'TCP_NODELAY' not supported");
        assertThatThrownBy(() -> server.getOption(StandardSocketOptions.SO_SNDBUF))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("'SO_SNDBUF' not supported");
    }

    @Test
    void optionsHaveDefaults() throws IOException {
        SocketChannel channel = open();
        assertThat(channel.getOption(StandardSocketOptions.TCP_NODELAY)).isFalse();
        assertThat(channel.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
        assertThat(channel.getOption(StandardSocketOptions.SO_KEEPALIVE)).isFalse();
        assertThat(channel.getOption(StandardSocketOptions.SO_REUSEADDR)).isFalse();
        assertThat(channel.getOption(StandardSocketOptions.IP_TOS)).isZero();
        assertThat(channel.getOption(StandardSocketOptions.SO_SNDBUF)).isPositive();
        assertThat(channel.getOption(StandardSocketOptions.SO_RCVBUF)).isPositive();
        assertThat(openServer().getOption(StandardSocketOptions.SO_REUSEADDR)).isTrue();
    }

    @Test
    void optionsKeepTheirValues() throws IOException {
        for (SocketChannel channel :
                List.of(open(), connect().client(), connect().server())) {
            keeps(channel, StandardSocketOptions.TCP_NODELAY, true);
            keeps(channel, StandardSocketOptions.TCP_NODELAY, false);
            keeps(channel, StandardSocketOptions.SO_KEEPALIVE, true);
            keeps(channel, StandardSocketOptions.SO_KEEPALIVE, false);
            keeps(channel, StandardSocketOptions.SO_REUSEADDR, true);
            keeps(channel, StandardSocketOptions.SO_LINGER, 10);
            keeps(channel, StandardSocketOptions.SO_LINGER, 0);
            keeps(channel, StandardSocketOptions.IP_TOS, 0x10);
        }
    }

    @Test
    void aNegativeValueDisablesSoLinger() throws IOException {
        SocketChannel channel = open();
        channel.setOption(StandardSocketOptions.SO_LINGER, 5);
        channel.setOption(StandardSocketOptions.SO_LINGER, -7);
        assertThat(channel.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
        channel.setOption(StandardSocketOptions.SO_LINGER, 70_000);
        assertThat(channel.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(65_535);
    }

    @Test
    void optionsSetBeforeTheConnectionStay() throws IOException {
        ServerSocketChannel server = listen();
        SocketChannel client = open();
        client.setOption(StandardSocketOptions.TCP_NODELAY, true).setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        client.connect(server.getLocalAddress());
        assertThat(client.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
        assertThat(client.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
    }

    @Test
    void buffersHaveAtLeastTheirSize() throws IOException {
        int size = 64 * 1024;
        SocketChannel channel = open();
        channel.setOption(StandardSocketOptions.SO_SNDBUF, size).setOption(StandardSocketOptions.SO_RCVBUF, size);
        assertThat(channel.getOption(StandardSocketOptions.SO_SNDBUF)).isBetween(size, 2 * size);
        assertThat(channel.getOption(StandardSocketOptions.SO_RCVBUF)).isBetween(size, 2 * size);
        ServerSocketChannel server = openServer().setOption(StandardSocketOptions.SO_RCVBUF, size);
        assertThat(server.getOption(StandardSocketOptions.SO_RCVBUF)).isBetween(size, 2 * size);
    }

    @Test
    void bufferSizesCanBeSetOnAConnection() throws IOException {
        Connection connection = connect();
        connection
                .client()
                .setOption(StandardSocketOptions.SO_SNDBUF, 100_000)
                .setOption(StandardSocketOptions.SO_RCVBUF, 100_000);
        assertThat(connection.client().getOption(StandardSocketOptions.SO_SNDBUF))
                .isPositive();
        assertThat(connection.client().getOption(StandardSocketOptions.SO_RCVBUF))
                .isPositive();
        Bytes.send(connection.client(), "x");
        assertThat(Bytes.receive(connection.server(), 1)).isEqualTo("x");
    }

    @Test
    void everySizeOfABufferIsAccepted() throws IOException {
        ServerSocketChannel server = listen();
        for (int size : new int[] {0, 1, 4096, 4097, Integer.MAX_VALUE}) {
            SocketChannel client = open();
            client.setOption(StandardSocketOptions.SO_SNDBUF, size).setOption(StandardSocketOptions.SO_RCVBUF, size);
            assertThat(client.getOption(StandardSocketOptions.SO_SNDBUF)).isPositive();
            assertThat(client.getOption(StandardSocketOptions.SO_RCVBUF)).isPositive();
        }
        SocketChannel tiny = open();
        tiny.setOption(StandardSocketOptions.SO_SNDBUF, 0).setOption(StandardSocketOptions.SO_RCVBUF, 0);
        tiny.connect(server.getLocalAddress());
        Bytes.send(tiny, "tiny");
        assertThat(Bytes.receive(closing(server.accept()), 4)).isEqualTo("tiny");
    }

    @Test
    void badOptionsAreRefused() throws IOException {
        for (NetworkChannel channel : List.of(open(), openServer())) {
            assertThatThrownBy(() -> channel.setOption(FOREIGN, "value"))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("'FOREIGN' not supported");
            assertThatThrownBy(() -> channel.getOption(FOREIGN))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("'FOREIGN' not supported");
            assertThatThrownBy(() -> channel.setOption(null, 1)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> channel.getOption(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> channel.setOption(StandardSocketOptions.SO_RCVBUF, null))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> channel.setOption(StandardSocketOptions.SO_RCVBUF, -1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        SocketChannel channel = open();
        assertThatThrownBy(() -> channel.setOption(StandardSocketOptions.TCP_NODELAY, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> channel.setOption(StandardSocketOptions.SO_SNDBUF, -1))
                .isInstanceOf(IllegalArgumentException.class);
        for (int tos : new int[] {-1, 256}) {
            assertThatThrownBy(() -> channel.setOption(StandardSocketOptions.IP_TOS, tos))
                    .as("IP_TOS = %s", tos)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void acceptedChannelsHaveDefaults() throws IOException {
        SocketChannel accepted = connect().server();
        assertThat(accepted.getOption(StandardSocketOptions.TCP_NODELAY)).isFalse();
        assertThat(accepted.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
        assertThat(accepted.getOption(StandardSocketOptions.SO_KEEPALIVE)).isFalse();
    }
}
