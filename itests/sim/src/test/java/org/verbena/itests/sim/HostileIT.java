// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.hostile.HostileMain;

/**
 * Checks that every call with hostile objects on the simulator ends as documented. In a full run, the profiles share the
 * calls.
 */
class HostileIT {
    @ParameterizedTest
    @CsvSource({"0, mlx5", "1, rxe"})
    void everyCallEndsAsDocumented(int part, String profile) throws Exception {
        StressSettings settings = StressSettings.of(StressSettings.Kind.HOSTILE);
        if (Effort.now() == Effort.FULL) {
            settings = settings.part(part, 2);
        }
        HostileMain.launch(
                StressLauncher.of(settings, "hostile-sim", "sim_" + profile + "_0", "sim,profile=" + profile),
                HostileMain.class);
    }
}
