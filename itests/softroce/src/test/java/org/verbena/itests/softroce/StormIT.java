// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.storm.Storm;

/** Runs threads that create, use and close handles of rdma_rxe at random, with both providers. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class StormIT {
    private static final String KERNEL = "6.12";

    @Test
    void randomConcurrentUseCausesNoFailure() throws Exception {
        GuestCommand.check(KERNEL);
        StressSettings settings = StressSettings.inGuest(StressSettings.Kind.STORM);
        StressLauncher launcher = StressLauncher.of(settings, "storm-rxe-" + KERNEL, "rxe0", "ffm", "jna");
        launcher.withJava(GuestCommand.jvm(KERNEL, launcher)).withPoison().run(Storm.class);
    }
}
