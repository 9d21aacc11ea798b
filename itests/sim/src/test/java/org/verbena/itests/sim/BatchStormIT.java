package org.verbena.itests.sim;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.storm.BatchStormMain;
import org.verbena.tck.storm.StormLane;

/** Checks that threads can change and post the same batches: each accepted work request completes once. */
class BatchStormIT {
    private static final long STEPS = 40_000;

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "rxe"})
    void acceptedWorkRequestsCompleteOnce(String profile) throws Exception {
        new StormLane("batches-sim", STEPS, "sim_" + profile + "_0", List.of("sim,profile=" + profile))
                .run(LaneProcess.java(), BatchStormMain.class.getName(), Map.of());
    }
}
