package org.verbena.itests.mlx5;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.locks.FullQueueMain;
import org.verbena.tck.locks.LocksLane;
import org.verbena.tck.locks.StackLimitMain;

/** Checks that no thread waits forever for a lock of the genuine libraries or of a handle. */
class LocksIT {
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void postToFullQueueWhileReadingInPlaceFailsWithEnomem(String provider) throws Exception {
        new LocksLane("locks-mlx5", provider, Mlx5.DEVICE).run(FullQueueMain.class, Map.of());
    }

    /**
     * Posts on libmlx4. Without a faked NIC for mlx4, no completion can be read: libmlx4 accepts the queues, and its
     * posts fail in time.
     */
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void postToFullQueueOfLibmlx4FailsWithEnomem(String provider) throws Exception {
        Path tree = Path.of(System.getenv("FAKEVERBS_TREE")).resolveSibling("tree-mlx4");
        new LocksLane("locks-mlx4", provider, "mlx4_0")
                .run(
                        FullQueueMain.class,
                        Map.of("FAKEVERBS_MODEL", "mlx4", "FAKEVERBS_TREE", tree.toString()),
                        "-D" + FullQueueMain.STILL + "=true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void stackOverflowLeavesNoLockHeld(String provider) throws Exception {
        new LocksLane("stack-mlx5", provider, Mlx5.DEVICE).run(StackLimitMain.class, Map.of(), StackLimitMain.OPTIONS);
    }
}
