// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects simulated devices on this host with the programs of librdmacm on rdma_rxe in a guest, in both roles. The
 * network is a tap device in a separate network namespace.
 */
class CmNetworkIT {
    private static final String KERNEL = "6.12";
    private static final Path SCRIPT = Path.of("src", "test", "sh", "cm-tools.sh");

    @Test
    void theProgramsInCConnectToSimulatedDevices() throws Exception {
        GuestCommand.check(KERNEL);
        Path share = Files.createDirectories(Path.of("target", "cm-network")).toRealPath();
        CmExchanges exchanges = new CmExchanges(share);
        exchanges.write();
        TapNetwork.runExchanges(
                KERNEL, SCRIPT, share, TapNetwork.SIMULATOR + " --timeout 600000", GuestCommand.verbena());
        new ResultLine("cm-network", "sim", "rxe0")
                .write(exchanges.check() + " exchanges with C, half of them as the server");
    }
}
