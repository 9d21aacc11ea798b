// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.verbena.provider.sim.SimDeviceConfig;
import org.verbena.provider.sim.SimProvider;

/** Runs Netty's transport tests on a simulated device on the network. RoCEv2 packets use the loopback interface. */
class NettyNetIT {
    private static final String ADDRESS = "127.0.0.2";
    private static final int UDP_PORT = 25_811;
    private static final long LEAST_PACKETS = 10_000;

    @Test
    void transportTestsPass() throws Exception {
        SimDeviceConfig device = SimDeviceConfig.of("rxe").address(ADDRESS).udpPort(UDP_PORT);
        try (SimulatedWire tests =
                new SimulatedWire(SimProvider.builder().device(device).build())) {
            long before = tests.wire().portCounter("rcvd_pkts");
            tests.run("netty-net");
            long received = tests.wire().portCounter("rcvd_pkts") - before;
            assertThat(received).as("received packets").isGreaterThan(Run.isComplete() ? LEAST_PACKETS : 0);
        }
    }
}
