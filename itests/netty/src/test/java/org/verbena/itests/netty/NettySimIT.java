// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;
import org.verbena.provider.sim.SimProvider;

/** Runs Netty's transport tests on an in-process simulator. */
class NettySimIT {
    @Test
    void transportTestsPass() throws Exception {
        try (SimulatedWire tests = new SimulatedWire(new SimProvider())) {
            assertThat(NetworkInterface.getByInetAddress(tests.wire().address()))
                    .as("the interface of this host that has the address of the device")
                    .isNull();
            tests.run("netty-sim");
        }
    }
}
