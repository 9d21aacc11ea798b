// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.locks.FullQueueMain;
import org.verbena.tck.locks.StackLimitMain;

/** Checks that no thread waits forever for a lock of the genuine libraries or of a handle. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class LocksIT {
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void postToFullQueueWhileReadingInPlaceFailsWithEnomem(String provider) throws Exception {
        StressLauncher.of(StressSettings.of(StressSettings.Kind.LOCKS), "locks-mlx5", Mlx5.DEVICE, provider)
                .withOptions(FullQueueMain.OPTIONS)
                .run(FullQueueMain.class);
    }

    /**
     * A post to a full queue of libmlx4 fails with ENOMEM. The test reads no completions, because no NIC is faked for
     * mlx4.
     */
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void postToFullQueueOfLibmlx4FailsWithEnomem(String provider) throws Exception {
        Path tree = Path.of(System.getenv("FAKEVERBS_TREE")).resolveSibling("tree-mlx4");
        StressLauncher.of(StressSettings.of(StressSettings.Kind.LOCKS), "locks-mlx4", "mlx4_0", provider)
                .withVariables(Map.of("FAKEVERBS_MODEL", "mlx4", "FAKEVERBS_TREE", tree.toString()))
                .withOptions(FullQueueMain.OPTIONS, "-D" + FullQueueMain.STILL + "=true")
                .run(FullQueueMain.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void stackOverflowLeavesNoLockHeld(String provider) throws Exception {
        StressLauncher.of(StressSettings.of(StressSettings.Kind.STACK), "stack-mlx5", Mlx5.DEVICE, provider)
                .withOptions(StackLimitMain.OPTIONS)
                .run(StackLimitMain.class);
    }
}
