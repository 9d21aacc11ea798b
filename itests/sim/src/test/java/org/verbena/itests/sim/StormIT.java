package org.verbena.itests.sim;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.storm.StormLane;
import org.verbena.tck.storm.StormMain;

/** Runs threads that create, use and close handles of the simulator at random. */
class StormIT {
    private static final long STEPS = 70_000;

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "rxe"})
    void nothingBreaks(String profile) throws Exception {
        new StormLane("storm-sim", STEPS, "sim_" + profile + "_0", List.of("sim,profile=" + profile))
                .run(LaneProcess.java(), StormMain.class.getName(), Map.of());
    }
}
