// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.hostile.HostileMain;

/** Checks that every call with hostile objects on the simulator ends as documented. */
class HostileIT {
    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "rxe"})
    void everyCallEndsAsDocumented(String profile) throws Exception {
        StressSettings settings = StressSettings.shared(StressSettings.Kind.HOSTILE, 2);
        HostileMain.launch(
                StressLauncher.of(settings, "hostile-sim", "sim_" + profile + "_0", "sim,profile=" + profile),
                HostileMain.class);
    }
}
