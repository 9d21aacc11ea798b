package org.verbena.itests.mlx5;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.engine.WalkLane;

/** Checks that the simulator answers like the genuine libraries, step by step. */
class WalkIT {
    private static final Path ALLOWANCES = Path.of("src", "test", "walk");

    @Test
    void libmlx5AndItsModelAgree() throws Exception {
        new WalkLane("walk-mlx5", WalkLane.Steps.CONTROL, "ffm", Mlx5.DEVICE, "mlx5", ALLOWANCES.resolve("mlx5.txt"))
                .run(verbena(), Map.of());
    }

    @Test
    void libmlx5AndItsModelCompleteWorkRequestsAlike() throws Exception {
        new WalkLane("data-mlx5", WalkLane.Steps.POST, "ffm", Mlx5.DEVICE, "mlx5", ALLOWANCES.resolve("data-mlx5.txt"))
                .run(verbena(), Map.of("FAKEVERBS_NIC", "thread"));
    }

    @Test
    void libmlx4AndItsModelAgree() throws Exception {
        Path tree = Path.of(System.getenv("FAKEVERBS_TREE")).resolveSibling("tree-mlx4");
        new WalkLane("walk-mlx4", WalkLane.Steps.CONTROL, "ffm", "mlx4_0", "mlx4", ALLOWANCES.resolve("mlx4.txt"))
                .run(verbena(), Map.of("FAKEVERBS_MODEL", "mlx4", "FAKEVERBS_TREE", tree.toString()));
    }

    private static List<String> verbena() {
        List<String> command = LaneProcess.java(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:ErrorFile=" + Path.of("target", "walk", "hs_err.log").toAbsolutePath());
        command.add("org.verbena.cli.Main");
        return command;
    }
}
