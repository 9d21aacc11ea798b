// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.locks.FullQueueMain;
import org.verbena.tck.locks.StackLimitMain;

/** Checks that no thread waits forever for a lock of the simulator or of a handle. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class LocksIT {
    private static final String NETWORK = "sim,profile=mlx5,address=loopback";

    @Test
    void postToFullQueueWhileReadingInPlaceFailsWithEnomem() throws Exception {
        launcher(StressSettings.Kind.LOCKS, "locks-sim")
                .withOptions(FullQueueMain.OPTIONS)
                .run(FullQueueMain.class);
    }

    @Test
    void stackOverflowLeavesNoLockHeld() throws Exception {
        launcher(StressSettings.Kind.STACK, "stack-sim")
                .withOptions(StackLimitMain.OPTIONS)
                .run(StackLimitMain.class);
    }

    @Test
    void stackOverflowOnANetworkLeavesNoLockHeld() throws Exception {
        launcher(StressSettings.Kind.STACK, "stack-network", NETWORK)
                .withOptions(StackLimitMain.OPTIONS)
                .run(StackLimitMain.class);
    }

    @Test
    void stackOverflowInAChannelLeavesNoLockHeld() throws Exception {
        launcher(StressSettings.Kind.STACK, "stack-channels", NETWORK)
                .withOptions(StackLimitMain.OPTIONS)
                .run(ChannelStackMain.class);
    }

    private static StressLauncher launcher(StressSettings.Kind kind, String environment) {
        return launcher(kind, environment, "sim,profile=mlx5");
    }

    private static StressLauncher launcher(StressSettings.Kind kind, String environment, String provider) {
        return StressLauncher.of(StressSettings.of(kind), environment, "sim_mlx5_0", provider);
    }
}
