// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimProvider;

/** Tests lent buffers whose peer disappears without a disconnect. The profile is that of {@link KeepAliveTest}. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT) // waits for the last retry
class LostPeerTest {
    private static final String PORT = "25815";
    private static final int BUFFERS = 5;
    private static final int LENGTH = 100_000;

    private static SimProvider simulator(String address) {
        return (SimProvider)
                new SimProvider().configure(Map.of("profile", "mlx5", "address", address, "udp-port", PORT));
    }

    @Test
    void lentBuffersReturnWhenThePeerIsUnreachable() throws Exception {
        ChannelSettings settings =
                ChannelSettings.builder().fallback(Fallback.FAIL).build();
        try (SimProvider near = simulator("127.0.0.7");
                SimProvider far = simulator("127.0.0.8");
                RdmaSelectorProvider ofServer = new RdmaSelectorProvider(far, settings);
                RdmaSelectorProvider ofClient = new RdmaSelectorProvider(near, settings);
                ServerSocketChannel server = ofServer.openServerSocketChannel();
                SocketChannel client = ofClient.openSocketChannel()) {
            server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.8"), 0));
            client.connect(server.getLocalAddress());
            client.configureBlocking(false);
            try (SocketChannel accepted = server.accept()) {
                far.fabric().faults().inject(SimFault.drop()); // no more packets of the peer arrive
                RdmaConnection rdma = RdmaConnection.of(client).orElseThrow();
                BufferPool pool = rdma.bufferPool();
                assertThat(lendAll(rdma, pool)).as("lent to %s", accepted).isPositive();

                while (pool.statistics().inUse() > 0) {
                    Thread.onSpinWait(); // the time limit of the test ends the loop
                }

                try (PooledBuffer buffer = pool.take(1)) {
                    assertThatThrownBy(() -> rdma.write(buffer, 0, 1)).isInstanceOf(IOException.class);
                }
            }
        }
    }

    private static int lendAll(RdmaConnection rdma, BufferPool pool) throws IOException {
        int lent = 0;
        for (int i = 0; i < BUFFERS; i++) {
            try (PooledBuffer buffer = pool.take(LENGTH)) {
                lent += rdma.write(buffer, 0, LENGTH) ? 1 : 0;
            }
        }
        return lent;
    }
}
