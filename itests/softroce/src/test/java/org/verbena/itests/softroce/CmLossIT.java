// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.itests.softroce.TapNetwork.Part;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects a simulated device on this host, which loses packets, with {@code ucmatose} of librdmacm on rdma_rxe in a
 * guest, in both roles. All connections are set up at the same time.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CmLossIT {
    private static final String KERNEL = "6.12";
    private static final String LOSS = "0.05";

    @Test
    void everyConnectionEnds() throws Exception {
        long count = 1_000;
        Path share = TapNetwork.share("cm-loss");
        CmExchanges exchanges = new CmExchanges(share, List.of("ucmatose -S 0 -c " + count));
        exchanges.write();
        String options = CmExchanges.SIMULATOR + " --option faults=drop;chance=" + LOSS;
        TapNetwork.run(share, GuestCommand.verbena(), new Part(CmExchanges.SCRIPT, ".", options));
        new ResultLine("cm-loss-rxe-" + KERNEL, "sim", "rxe0")
                .write(exchanges.check() * count + " connections established and ended with C, a loss of " + LOSS
                        + " from the simulator");
    }
}
