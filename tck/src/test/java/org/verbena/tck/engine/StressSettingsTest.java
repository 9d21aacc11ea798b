// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.tck.engine.StressSettings.Kind;

class StressSettingsTest {
    private static final String STEPS = "verbena.storm.steps";
    private static final String SEED = "verbena.storm.seed";
    private static final String EFFORT = "verbena.effort";

    @AfterEach
    void clear() {
        System.clearProperty(STEPS);
        System.clearProperty(SEED);
        System.clearProperty(EFFORT);
    }

    @Test
    void systemPropertiesOverrideDefaults() {
        System.setProperty(EFFORT, "brief");
        assertThat(StressSettings.of(Kind.STORM).count()).isEqualTo(4_000);
        System.setProperty(EFFORT, "full");
        assertThat(StressSettings.of(Kind.STORM).count()).isEqualTo(1_000_000);

        System.setProperty(STEPS, "12");
        System.setProperty(SEED, "34");

        assertThat(StressSettings.of(Kind.STORM)).isEqualTo(new StressSettings(Kind.STORM, 34, 12));
    }

    @Test
    void walksOnTheDataPathHaveAFixedSeed() {
        assertThat(StressSettings.of(Kind.DATA_WALK)).isEqualTo(StressSettings.of(Kind.DATA_WALK));
    }

    @Test
    void optionsRepeatTheTest() {
        StressSettings settings = new StressSettings(Kind.STORM, 34, 12);

        assertThat(settings).hasToString("12 steps from seed 34");
        assertThat(settings.options()).containsExactly("-Dverbena.storm.seed=34", "-Dverbena.storm.steps=12");
        assertThat(settings.repetition()).isEqualTo("repeat with -Dverbena.storm.seed=34 -Dverbena.storm.steps=12");
    }

    /** The options carry the settings, because the program cannot detect that it runs in a guest. */
    @Test
    void optionsForAGuestReachItsProgram() {
        System.setProperty(EFFORT, "brief");
        StressSettings settings = StressSettings.inGuest(Kind.HOSTILE);
        assertThat(settings.count()).isEqualTo(50);

        for (String option : settings.options()) {
            String[] words = option.substring("-D".length()).split("=");
            System.setProperty(words[0], words[1]);
        }
        try {
            assertThat(StressSettings.of(Kind.HOSTILE)).isEqualTo(settings);
        } finally {
            System.clearProperty("verbena.hostile.calls");
            System.clearProperty("verbena.hostile.seed");
        }
    }

    @Test
    void testsWithoutRandomChoicesHaveNoSeed() {
        StressSettings settings = new StressSettings(Kind.CYCLES, 34, 12);

        assertThat(settings).hasToString("12 objects");
        assertThat(settings.options()).containsExactly("-Dverbena.cycles=12");
    }

    @Test
    void aLargeTestIsSplitIntoPartsWithTheSameSeeds() {
        StressLauncher launcher =
                StressLauncher.of(new StressSettings(Kind.HOSTILE, 1000, 600), "hostile-sim", "sim0", "sim");

        assertThat(launcher.parts(250))
                .extracting(StressLauncher::settings)
                .containsExactly(
                        new StressSettings(Kind.HOSTILE, 1000, 200),
                        new StressSettings(Kind.HOSTILE, 1200, 200),
                        new StressSettings(Kind.HOSTILE, 1400, 200));
        assertThat(launcher.parts(250))
                .extracting(StressLauncher::environment)
                .containsExactly("hostile-sim", "hostile-sim-2", "hostile-sim-3");
        assertThat(launcher.parts(600)).containsExactly(launcher);
    }

    @Test
    void launcherNamesFilesAndLimitsTheTime() throws Exception {
        StressLauncher launcher = StressLauncher.of(
                new StressSettings(Kind.STORM, 1, 1000), "storm-sim", "sim0", "sim,profile=rxe", "jna");

        assertThat(launcher.file(".log"))
                .isEqualTo(Path.of("target", "storm", "storm-sim-sim0-sim_profile_rxe-jna.log")
                        .toAbsolutePath());
        assertThat(launcher.timeout()).isEqualTo(Duration.ofMinutes(31));
        assertThat(launcher.withOptions("-Xmx64m").java()).endsWith("-Xmx64m");
        assertThat(launcher.withVariables(Map.of("A", "1")).withPoison().variables())
                .containsEntry("A", "1")
                .containsKey("MALLOC_PERTURB_");
    }
}
