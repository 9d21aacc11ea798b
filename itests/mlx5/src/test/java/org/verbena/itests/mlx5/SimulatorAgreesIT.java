package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.verbena.Verbs;

/** The simulator's profile mlx5 grants and refuses what libmlx5 does: random requests to both, the same for each. */
class SimulatorAgreesIT {
    private static final int QUESTIONS = 1000;

    private final long seed = Long.getLong("verbena.tck.seed", System.nanoTime());

    @Test
    void createQp() {
        agreeOn("ibv_create_qp", Twin::createQp);
    }

    @Test
    void createQpEx() {
        agreeOn("ibv_create_qp_ex", Twin::createQpEx);
    }

    @Test
    void createSrq() {
        agreeOn("ibv_create_srq", Twin::createSrq);
    }

    @Test
    void createAndResizeCq() {
        agreeOn("ibv_create_cq", Twin::createCq);
    }

    @Test
    void createWq() {
        agreeOn("ibv_create_wq", Twin::createWq);
    }

    private void agreeOn(String verb, BiFunction<Twin, SplittableRandom, String> question) {
        System.out.printf("%s to libmlx5 and the simulator: %d random requests from seed %d%n", verb, QUESTIONS, seed);
        List<String> disagreements = new ArrayList<>();
        int granted = 0;
        try (Twin genuine = new Twin(Verbs.provider("ffm").device(Mlx5.DEVICE));
                Twin simulated = new Twin(Verbs.provider("sim")
                        .configure(Map.of("profile", "mlx5"))
                        .device("sim_mlx5_0"))) {
            for (int i = 0; i < QUESTIONS; i++) {
                String real = question.apply(genuine, new SplittableRandom(seed + i));
                String model = question.apply(simulated, new SplittableRandom(seed + i));
                granted += real.startsWith("E") ? 0 : 1;
                if (!real.equals(model)) {
                    disagreements.add("seed %d: libmlx5 %s, simulator %s".formatted(seed + i, real, model));
                }
            }
        }
        assertThat(disagreements).isEmpty();
        assertThat(granted).as("grants among the answers").isBetween(1, QUESTIONS - 1);
    }
}
