// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Verbs;

class RandomWalkTest {
    private final long seed = Long.getLong("verbena.walk.seed", System.nanoTime());

    @Test
    void twoSimulatorsOfOneProfileAgree() {
        System.out.println("random walk from seed " + seed);

        WalkResult result = walk(Map.of()).run(seed, 3000);

        assertThat(result.difference()).isEmpty();
        assertThat(result.steps()).isEqualTo(3000);
    }

    @Test
    void aFalseLimitIsFoundAndShrunkToAFewSteps(@TempDir Path directory) throws Exception {
        System.out.println("random walk from seed " + seed);
        RandomWalk walk = walk(Map.of("limit.max_recv_wr", "16"));

        WalkResult result = walk.run(seed, 10_000);

        Reproducer reproducer = result.difference().orElseThrow();
        System.out.println(reproducer);
        assertThat(reproducer.length()).isLessThan(5);
        assertThat(reproducer.toString()).contains("differs in outcome").containsPattern("max_(recv_)?wr=17\\b");
        Path file = Files.writeString(directory.resolve("reproducer.txt"), reproducer.toString());
        assertThat(walk.replay(file).difference())
                .as("difference in the replay")
                .isPresent();
        assertThat(walk(Map.of()).replay(file).steps())
                .as("with the true limit")
                .isEqualTo(reproducer.length());
    }

    /** Users edit these files, so a step may name an object that does not exist. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2 create_wq pd=#1 cq=#1",
                "2 create_rwq_ind_table ind_tbl=#1",
                "2 alloc_pd\n3 reg_mr pd=#2 offset=-1 length=1",
                "2 alloc_pd\n3 reg_mr pd=#2 offset=1 length=9223372036854775807",
                "2 alloc_pd\n3 reg_mr pd=#2 offset=4294967296 length=1"
            })
    void aStepThatNamesWhatIsNotThereIsSkipped(String steps, @TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("steps.txt"), "1 create_cq cqe=16\n" + steps);

        assertThat(walk(Map.of()).replay(file).agrees()).isTrue();
    }

    @Test
    void aStepOfConnectionManagementIsRefusedOnAnotherPath(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("steps.txt"), "1 alloc_pd\n2 destroy_event_channel");

        assertThatThrownBy(() -> walk(Map.of()).replay(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a step of path control: \"2 destroy_event_channel\":"
                        + " connection management requires path cm");
    }

    private static RandomWalk walk(Map<String, String> falseLimits) {
        return new RandomWalk(
                WalkKind.CONTROL, simulator(Map.of()), simulator(falseLimits), Allowances.none(), WalkObserver.NONE);
    }

    private static WalkLink simulator(Map<String, String> limits) {
        Map<String, String> options = new HashMap<>(limits);
        options.put("profile", "mlx5");
        return WalkLink.within(Verbs.provider("sim").configure(options).device("sim_mlx5_0"));
    }
}
