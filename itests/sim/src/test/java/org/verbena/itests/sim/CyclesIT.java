// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.tck.leak.CreateCloseCycles;

/** Checks that creating and closing objects on the simulator leaks nothing. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CyclesIT {
    @Test
    void cyclesLeakNothing() throws Exception {
        CreateCloseCycles.launch("cycles-sim", "sim_mlx5_0", "sim", Set.of());
    }
}
