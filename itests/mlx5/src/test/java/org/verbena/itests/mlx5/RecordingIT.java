// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.Verbs;
import org.verbena.fidelity.vector.Configs;
import org.verbena.fidelity.vector.DeviceTarget;
import org.verbena.fidelity.vector.ModelTargets;
import org.verbena.fidelity.vector.Recording;
import org.verbena.fidelity.vector.Replay;
import org.verbena.fidelity.vector.VectorLine;

/** Checks that a recording of the genuine libmlx5 matches its model in the simulator. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class RecordingIT {
    private static final int REQUESTS = 500;

    private final long seed = Long.getLong("verbena.tck.seed", System.nanoTime());

    @Test
    void libmlx5AndItsModelAgree() {
        System.out.printf("libmlx5 is recorded: %d random requests from seed %d%n", REQUESTS, seed);
        Recording recording;
        try (DeviceTarget device = DeviceTarget.open(Verbs.provider("ffm").device(Mlx5.DEVICE))) {
            recording = Recording.of(device, "mlx5", Mlx5.DEVICE, seed, REQUESTS);
        }
        Configs configs = Configs.none().with(Mlx5.DEVICE, recording.config());
        List<VectorLine> lines = new ArrayList<>();
        recording.vectors().forEach(vector -> lines.add(new VectorLine("recording", lines.size() + 1, vector)));

        Replay replay = Replay.of(lines, ModelTargets.with(configs)::of);

        assertThat(replay.differences()).isEmpty();
        assertThat(replay.agree()).isGreaterThan(REQUESTS / 2);
    }
}
