package org.verbena.itests.mlx5;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.storm.StormLane;

/**
 * Checks that threads can create, use and close handles at random: the genuine libraries survive, and no object stays
 * in the kernel.
 */
class StormIT {
    private static final long STEPS = 100_000;

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void nothingBreaksAndNothingIsLeft(String provider) throws Exception {
        new StormLane("storm-mlx5", STEPS, Mlx5.DEVICE, List.of(provider))
                .run(LaneProcess.java("--enable-native-access=ALL-UNNAMED"), CountedStorm.class.getName(), Map.of());
    }
}
