// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.leak.ConnectionCycles;

/** Checks that connections by IP address leak nothing on rdma_rxe, with both providers. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class ConnectionCyclesIT {
    private static final String KERNEL = "6.12";
    private static final String PROGRAM = "org.verbena.itests.softroce.guest.CountedConnections";

    @Test
    void cyclesLeakNothing() throws Exception {
        GuestCommand.check(KERNEL);
        StressSettings settings = StressSettings.inGuest(StressSettings.Kind.CONNECTIONS);
        StressLauncher launcher = StressLauncher.of(settings, "connections-rxe-" + KERNEL, "rxe0", "ffm", "jna");
        ConnectionCycles.launch(
                launcher.withJava(GuestCommand.jvm(KERNEL, launcher)), Class.forName(PROGRAM), ConnectionCycles.SAME);
    }
}
