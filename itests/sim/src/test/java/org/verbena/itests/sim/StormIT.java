// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.storm.Storm;

/** Runs threads that create, use and close handles of the simulator at random. */
class StormIT {
    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "rxe"})
    void randomConcurrentUseCausesNoFailure(String profile) throws Exception {
        StressSettings settings = StressSettings.of(StressSettings.Kind.STORM);
        StressLauncher.of(settings, "storm-sim", "sim_" + profile + "_0", "sim,profile=" + profile)
                .withPoison()
                .run(Storm.class);
    }
}
