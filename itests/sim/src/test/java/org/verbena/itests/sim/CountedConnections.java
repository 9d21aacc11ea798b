// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.util.Map;
import org.verbena.core.observe.Inventory;
import org.verbena.tck.leak.ConnectionCycles;

/** Opens and closes connections, and counts the live handles. {@code ConnectionCyclesIT} starts it. */
final class CountedConnections {
    private CountedConnections() {}

    public static void main(String[] arguments) throws Exception {
        ConnectionCycles.run(
                arguments,
                () -> Map.of("live handles", (long) Inventory.handles().size()));
    }
}
