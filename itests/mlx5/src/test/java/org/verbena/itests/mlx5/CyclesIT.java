// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.util.Set;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.leak.CreateCloseCycles;

/** Checks that creating and closing objects through the genuine libmlx5 leaks nothing. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CyclesIT {
    /** The objects whose memory leaks: {@code OpenedMlx5Qp} skips a function of libmlx5 that crashes. */
    private static final Set<Creation> LOST = Set.of(Creation.OPENED_XRC_RECV);

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void cyclesLeakNothing(String provider) throws Exception {
        CreateCloseCycles.launch("cycles-mlx5", Mlx5.DEVICE, provider, LOST);
    }
}
