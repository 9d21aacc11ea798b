// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimProvider;

/**
 * Checks that a reader detects a peer that disappears without a disconnect. The profile is not rxe, because rdma_rxe
 * retries a message without limit if the retry count is 7, as rsocket sets it.
 */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT) // waits for the last retry
class KeepAliveTest {
    private static final String PORT = "25813";

    private static SimProvider simulator(String address) {
        return (SimProvider)
                new SimProvider().configure(Map.of("profile", "mlx5", "address", address, "udp-port", PORT));
    }

    @Test
    void aReadFailsAfterThePeerBecomesUnreachable() throws Exception {
        ChannelSettings settings = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .keepAlive(Duration.ofMillis(100))
                .build();
        try (SimProvider near = simulator("127.0.0.4");
                SimProvider far = simulator("127.0.0.5");
                RdmaSelectorProvider ofServer = new RdmaSelectorProvider(far, settings);
                RdmaSelectorProvider ofClient = new RdmaSelectorProvider(near, settings);
                ServerSocketChannel server = ofServer.openServerSocketChannel();
                SocketChannel client = ofClient.openSocketChannel()) {
            server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.5"), 0));
            client.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            client.connect(server.getLocalAddress());
            try (SocketChannel accepted = server.accept()) {
                far.fabric().faults().inject(SimFault.drop()); // no more packets of the peer arrive
                assertThatThrownBy(() -> client.read(ByteBuffer.allocate(1)))
                        .as("the reader of %s", accepted)
                        .isInstanceOf(SocketException.class)
                        .hasMessage("Connection reset");
            }
        }
    }
}
