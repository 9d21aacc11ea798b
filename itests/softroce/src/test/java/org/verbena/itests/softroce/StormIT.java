package org.verbena.itests.softroce;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.tck.storm.StormLane;
import org.verbena.tck.storm.StormMain;

/** Runs threads that create, use and close handles of rdma_rxe at random, on both providers. */
class StormIT {
    private static final String KERNEL = "6.12";

    /** Small, because the emulator is slow and other tests run in parallel. */
    private static final long STEPS = 1_000;

    @Test
    void nothingBreaks() throws Exception {
        Prerequisites.check(KERNEL);
        new StormLane("storm-rxe-" + KERNEL, STEPS, "rxe0", List.of("ffm", "jna"))
                .run(GuestCommand.jvm(KERNEL, Path.of("target", "storm")), StormMain.class.getName(), Map.of());
    }
}
