// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;
import org.verbena.provider.sim.SimProvider;

/** Checks the pool of connections that share a protection domain, and the setting of its size. */
@Timeout(120)
class SharedPoolTest {
    private static final String ADDRESS = "127.0.0.6";
    private static final int POOL = 64 * 1024;

    private static RdmaConnection rdma(SocketChannel channel) {
        return RdmaConnection.of(channel).orElseThrow();
    }

    @Test
    void connectionsOfADeviceHaveOnePool() throws Exception {
        ChannelSettings settings = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .sharedProtectionDomain(true)
                .poolSize(POOL)
                .build();
        BufferPool pool;
        try (SimProvider simulator = (SimProvider) new SimProvider()
                        .configure(Map.of("profile", "mlx5", "address", ADDRESS, "udp-port", "25814"));
                RdmaSelectorProvider provider = new RdmaSelectorProvider(simulator, settings);
                ServerSocketChannel server = provider.openServerSocketChannel();
                SocketChannel first = provider.openSocketChannel();
                SocketChannel second = provider.openSocketChannel()) {
            server.bind(new InetSocketAddress(InetAddress.getByName(ADDRESS), 0));
            first.connect(server.getLocalAddress());
            SocketChannel ofFirst = server.accept();
            second.connect(server.getLocalAddress());

            pool = rdma(first).bufferPool();
            assertThat(rdma(second).bufferPool()).isSameAs(pool);
            assertThat(pool.statistics().maxRegistered()).isEqualTo(POOL);
            PooledBuffer forwarded = pool.take(1);
            forwarded.view().put(0, (byte) 7);
            first.close();
            ofFirst.close();
            rdma(second).write(forwarded, 0, 1);
            ByteBuffer received = ByteBuffer.allocate(1);
            try (SocketChannel ofSecond = server.accept()) {
                ofSecond.read(received);
            }
            assertThat(received.get(0)).isEqualTo((byte) 7);
        }
        assertThat(pool.isClosed()).isTrue();
    }

    @Test
    void thePoolSizeIsRoundedUpToPagesAndLimited() {
        assertThat(ChannelSettings.defaults().poolSize()).isEqualTo(4 * 1024 * 1024);
        assertThat(ChannelSettings.builder().poolSize(5000).build().poolSize()).isEqualTo(8192);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelSettings.builder().poolSize(4095))
                .withMessage("poolSize = 4095, allowed 4096..1073741824");
    }
}
