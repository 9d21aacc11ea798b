// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.storm.BatchStorm;

/**
 * Checks that each accepted work request completes once on the genuine libmlx5 while threads change and post the same
 * batches.
 */
class BatchStormIT {
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void acceptedWorkRequestsCompleteOnce(String provider) throws Exception {
        StressLauncher.of(StressSettings.of(StressSettings.Kind.BATCH_STORM), "batches-mlx5", Mlx5.DEVICE, provider)
                .withPoison()
                .run(BatchStorm.class);
    }
}
