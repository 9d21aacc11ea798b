// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects a simulated device on this host, which loses packets, with {@code ucmatose} of librdmacm on rdma_rxe in a
 * guest, in both roles. All connections are set up at the same time.
 */
class CmLossIT {
    private static final String KERNEL = "6.12";
    private static final Path SCRIPT = Path.of("src", "test", "sh", "cm-tools.sh");
    private static final String LOSS = "0.05";

    @Test
    void everyConnectionEnds() throws Exception {
        GuestCommand.check(KERNEL);
        long count = Effort.now().of(100, 1_000);
        Path share = Files.createDirectories(Path.of("target", "cm-loss")).toRealPath();
        CmExchanges exchanges = new CmExchanges(share, List.of("ucmatose -S 0 -c " + count));
        exchanges.write();
        String options = TapNetwork.SIMULATOR + " --timeout 600000 --option faults=drop;chance=" + LOSS;
        TapNetwork.runExchanges(KERNEL, SCRIPT, share, options, GuestCommand.verbena());
        new ResultLine("cm-loss-rxe-" + KERNEL, "sim", "rxe0")
                .write(exchanges.check() * count + " connections established and ended with C, a loss of " + LOSS
                        + " from the simulator");
    }
}
