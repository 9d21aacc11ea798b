// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;

/** Checks that RDMA networks use RDMA and do not fall back to TCP, so that the other contract tests cover RDMA. */
class RdmaUsedTest extends ContractTest {
    private static final String PACKAGE = "org.verbena.channels";
    private static final int BYTES = 100_000;

    @Test
    void theClassesAreThoseOfTheLibrary() throws IOException {
        assumeTrue(network.isRdma(), "an RDMA network");
        ServerSocketChannel server = listen();
        Connection connection = connect(server);
        Selector selector = selector();
        assertThat(server.getClass().getPackageName()).startsWith(PACKAGE);
        assertThat(connection.client().getClass().getPackageName()).startsWith(PACKAGE);
        assertThat(connection.server().getClass().getPackageName()).startsWith(PACKAGE);
        assertThat(selector.getClass().getPackageName()).startsWith(PACKAGE);
    }

    @Test
    void noChannelIsInherited() throws IOException {
        assumeTrue(network.isRdma(), "an RDMA network");
        assertThat(network.provider().inheritedChannel()).isNull();
    }

    @Test
    void bytesAreSentInPacketsOfTheNetwork() throws Exception {
        assumeTrue(network.packets() >= 0, "a network that counts packets");
        Connection connection = connect();
        long before = network.packets();
        Task<Long> received = Task.start(() -> Bytes.drain(connection.server()));
        connection.client().write(Bytes.pattern(0, BYTES));
        connection.client().close();
        assertThat(received.result()).isEqualTo(BYTES);
        // A packet of RoCEv2 carries at most 4096 bytes.
        assertThat(network.packets() - before).isGreaterThan(BYTES / 4096);
    }
}
