// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;

/**
 * Checks that providers survive a kernel that returns success with absurd data: wrong sizes, counts, handles, numbers,
 * states and events.
 *
 * <p>Calls return or throw a {@link org.verbena.error.VerbsException}, contexts close, and the next context works.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class LyingKernelIT {
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void wrongAnswersCauseNoCrash(String provider) throws Exception {
        StressLauncher.of(StressSettings.of(StressSettings.Kind.LIES), "lies-mlx5", Mlx5.DEVICE, provider)
                .withOptions("-XX:-CreateCoredumpOnCrash")
                .withPoison()
                .run(LyingKernelMain.class);
    }
}
