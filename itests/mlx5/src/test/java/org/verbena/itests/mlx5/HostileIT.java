// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.provider.ffm.memory.MemorySegments;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.hostile.HostileMain;

/** Checks that every call with hostile objects behaves as documented on the genuine libmlx5. */
class HostileIT {
    @ParameterizedTest
    @CsvSource({"ffm, org.verbena.itests.mlx5.HostileIT$WithSegments", "jna, org.verbena.tck.hostile.HostileMain"})
    void everyCallEndsAsDocumented(String provider, Class<?> mainClass) throws Exception {
        HostileMain.launch(
                StressLauncher.of(
                        StressSettings.of(StressSettings.Kind.HOSTILE), "hostile-mlx5", Mlx5.DEVICE, provider),
                mainClass);
    }

    /** Adds the methods for memory segments. */
    static final class WithSegments {
        private WithSegments() {}

        public static void main(String[] arguments) throws Exception {
            HostileMain.run(arguments, List.of(MemorySegments.class));
        }
    }
}
