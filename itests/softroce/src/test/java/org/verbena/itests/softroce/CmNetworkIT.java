// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.itests.softroce.TapNetwork.Part;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects simulated devices on this host with the programs of librdmacm on rdma_rxe in a guest, in both roles. The
 * network is a tap device in a separate network namespace.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CmNetworkIT {
    @Test
    void theProgramsInCConnectToSimulatedDevices() throws Exception {
        Path share = TapNetwork.share("cm-network");
        CmExchanges exchanges = new CmExchanges(share);
        exchanges.write();
        TapNetwork.run(share, GuestCommand.verbena(), new Part(CmExchanges.SCRIPT, ".", CmExchanges.SIMULATOR));
        new ResultLine("cm-network", "sim", "rxe0")
                .write(exchanges.check() + " exchanges with C, half of them as the server");
    }
}
