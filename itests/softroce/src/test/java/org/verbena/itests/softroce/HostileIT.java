// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.hostile.HostileMain;

/** Checks that every call with hostile objects ends as documented on rdma_rxe, with both providers. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class HostileIT {
    private static final String KERNEL = "6.12";

    @Test
    void everyCallEndsAsDocumented() throws Exception {
        GuestCommand.check(KERNEL);
        StressSettings settings = StressSettings.inGuest(StressSettings.Kind.HOSTILE);
        StressLauncher launcher = StressLauncher.of(settings, "hostile-rxe-" + KERNEL, "rxe0", "ffm", "jna");
        HostileMain.launch(launcher.withJava(GuestCommand.jvm(KERNEL, launcher)), HostileMain.class);
    }
}
