// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.storm.BatchStorm;

/** Checks that each accepted work request completes once while threads change and post the same batches. */
class BatchStormIT {
    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "rxe"})
    void acceptedWorkRequestsCompleteOnce(String profile) throws Exception {
        StressSettings settings = StressSettings.of(StressSettings.Kind.BATCH_STORM);
        StressLauncher.of(settings, "batches-sim", "sim_" + profile + "_0", "sim,profile=" + profile)
                .withPoison()
                .run(BatchStorm.class);
    }
}
