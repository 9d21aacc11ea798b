// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;

/**
 * Checks that the genuine libraries survive threads that create, use and close handles at random, and that no object is
 * left in the kernel.
 */
class StormIT {
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void randomConcurrentUseNeitherFailsNorLeaks(String provider) throws Exception {
        StressLauncher.of(StressSettings.of(StressSettings.Kind.STORM), "storm-mlx5", Mlx5.DEVICE, provider)
                .withPoison()
                .run(CountedStorm.class);
    }
}
