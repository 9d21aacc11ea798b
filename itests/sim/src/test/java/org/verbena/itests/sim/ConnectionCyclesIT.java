// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import org.junit.jupiter.api.Test;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.leak.ConnectionCycles;

/** Checks that connections by IP address leak nothing within a simulator, or between two on the network. */
class ConnectionCyclesIT {
    private static final String ON_NETWORK = "sim,profile=rxe,udp-port=25791,address=127.0.0.";

    @Test
    void cyclesInOneSimulatorLeakNothing() throws Exception {
        launch("connections-sim", "sim_mlx5_0", "sim", ConnectionCycles.SAME);
    }

    @Test
    void cyclesOnTheNetworkLeakNothing() throws Exception {
        launch("connections-net", "sim_rxe_0", ON_NETWORK + 2, ON_NETWORK + 3);
    }

    private static void launch(String environment, String device, String client, String server) throws Exception {
        StressSettings settings = StressSettings.of(StressSettings.Kind.CONNECTIONS);
        ConnectionCycles.launch(
                StressLauncher.of(settings, environment, device, client), CountedConnections.class, server);
    }
}
