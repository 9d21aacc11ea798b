package org.verbena.itests.sim;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.hostile.HostileLane;
import org.verbena.tck.hostile.HostileMain;
import org.verbena.tck.hostile.HostileSettings;

/** Checks that the simulator answers every call with hostile objects as documented. */
class HostileIT {
    private static final long CALLS = 10_000;

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "rxe"})
    void everyCallEndsAsDocumented(String profile) throws Exception {
        new HostileLane(
                        "hostile-sim",
                        HostileSettings.fromProperties(CALLS),
                        "sim_" + profile + "_0",
                        List.of("sim,profile=" + profile))
                .run(LaneProcess.java(), HostileMain.class, Map.of());
    }
}
