package org.verbena.itests.sim;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.tck.locks.FullQueueMain;
import org.verbena.tck.locks.LocksLane;
import org.verbena.tck.locks.StackLimitMain;

/** Checks that no thread waits forever for a lock of the simulator or of a handle. */
class LocksIT {
    @Test
    void postToFullQueueWhileReadingInPlaceFailsWithEnomem() throws Exception {
        new LocksLane("locks-sim", "sim,profile=mlx5", "sim_mlx5_0").run(FullQueueMain.class, Map.of());
    }

    @Test
    void stackOverflowLeavesNoLockHeld() throws Exception {
        new LocksLane("stack-sim", "sim,profile=mlx5", "sim_mlx5_0")
                .run(StackLimitMain.class, Map.of(), StackLimitMain.OPTIONS);
    }
}
