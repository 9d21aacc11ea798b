package org.verbena.itests.sim;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.verbena.tck.leak.CyclesLane;

/** Checks that creating and closing objects on the simulator leaks nothing. */
class CyclesIT {
    @Test
    void nothingGrows() throws Exception {
        new CyclesLane("cycles-sim", "sim", "sim_mlx5_0", Set.of()).run();
    }
}
