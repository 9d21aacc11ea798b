package org.verbena.itests.mlx5;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.provider.ffm.memory.MemorySegments;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.hostile.HostileLane;
import org.verbena.tck.hostile.HostileMain;
import org.verbena.tck.hostile.HostileSettings;

/** Checks that every call with hostile objects behaves as documented on the genuine libmlx5. */
class HostileIT {
    private static final long CALLS = 10_000;

    @ParameterizedTest
    @CsvSource({"ffm, org.verbena.itests.mlx5.HostileIT$WithSegments", "jna, org.verbena.tck.hostile.HostileMain"})
    void everyCallEndsAsDocumented(String provider, Class<?> mainClass) throws Exception {
        new HostileLane("hostile-mlx5", HostileSettings.fromProperties(CALLS), Mlx5.DEVICE, List.of(provider))
                .run(LaneProcess.java("--enable-native-access=ALL-UNNAMED"), mainClass, Map.of());
    }

    /** Includes the methods for memory segments. */
    static final class WithSegments {
        private WithSegments() {}

        public static void main(String[] arguments) throws Exception {
            HostileMain.run(arguments, List.of(MemorySegments.class));
        }
    }
}
