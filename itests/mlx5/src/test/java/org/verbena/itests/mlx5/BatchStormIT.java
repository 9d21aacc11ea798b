package org.verbena.itests.mlx5;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.storm.BatchStormMain;
import org.verbena.tck.storm.StormLane;

/**
 * Checks that threads can change and post the same batches on the genuine libmlx5: each accepted work request completes
 * once.
 */
class BatchStormIT {
    private static final long STEPS = 40_000;

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void acceptedWorkRequestsCompleteOnce(String provider) throws Exception {
        new StormLane("batches-mlx5", STEPS, Mlx5.DEVICE, List.of(provider))
                .run(LaneProcess.java("--enable-native-access=ALL-UNNAMED"), BatchStormMain.class.getName(), Map.of());
    }
}
