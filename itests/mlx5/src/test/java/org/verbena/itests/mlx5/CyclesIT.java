package org.verbena.itests.mlx5;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.leak.CyclesLane;

/** What is created and closed through the genuine libmlx5 leaves nothing behind. */
class CyclesIT {
    /** To close one, {@code OpenedMlx5Qp} goes round a crash of libmlx5, whose memory for it is then lost. */
    private static final Set<Creation> LOST = Set.of(Creation.OPENED_XRC_RECV);

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void nothingGrows(String provider) throws Exception {
        new CyclesLane("cycles-mlx5", provider, Mlx5.DEVICE, LOST).run();
    }
}
