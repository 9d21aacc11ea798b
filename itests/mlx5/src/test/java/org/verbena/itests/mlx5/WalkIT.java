// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.engine.Walk;

/** Checks that each step has the same result on the simulator and on the genuine libraries. */
class WalkIT {
    private static final Path ALLOWANCES = Path.of("src", "test", "walk");

    @Test
    void libmlx5AndItsModelAgree() throws Exception {
        walk(Walk.Steps.CONTROL, "walk-mlx5", Mlx5.DEVICE, "mlx5", "mlx5.txt", Map.of());
    }

    @Test
    void libmlx5AndItsModelCompleteWorkRequestsAlike() throws Exception {
        walk(Walk.Steps.POST, "data-mlx5", Mlx5.DEVICE, "mlx5", "data-mlx5.txt", Map.of("FAKEVERBS_NIC", "thread"));
    }

    @Test
    void libmlx4AndItsModelAgree() throws Exception {
        Path tree = Path.of(System.getenv("FAKEVERBS_TREE")).resolveSibling("tree-mlx4");
        Map<String, String> variables = Map.of("FAKEVERBS_MODEL", "mlx4", "FAKEVERBS_TREE", tree.toString());
        walk(Walk.Steps.CONTROL, "walk-mlx4", "mlx4_0", "mlx4", "mlx4.txt", variables);
    }

    private static void walk(
            Walk.Steps steps,
            String environment,
            String device,
            String profile,
            String allowances,
            Map<String, String> variables)
            throws Exception {
        Walk walk = new Walk(steps, profile, ALLOWANCES.resolve(allowances));
        walk.run(StressLauncher.of(StressSettings.of(walk.kind()), environment, device, "ffm")
                .withVariables(variables));
    }
}
