// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.tck.engine.ResultLine;

/** Fuzzes each target with inputs that a fuzzer derives from the seeds, guided by code coverage. */
@Execution(ExecutionMode.CONCURRENT)
class FuzzIT {
    private static final String SECONDS_PROPERTY = "verbena.fuzz.seconds";
    private static final int DEFAULT_SECONDS = 30;
    private static final String SEED_PROPERTY = "verbena.fuzz.seed";

    @ParameterizedTest
    @EnumSource
    void hasSeeds(FuzzTarget target) {
        assertThat(target.seeds()).isNotEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    @EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
    void noInputDoesHarm(FuzzTarget target) throws Exception {
        Duration time = Duration.ofSeconds(Integer.getInteger(SECONDS_PROPERTY, DEFAULT_SECONDS));
        int seed = Integer.getInteger(SEED_PROPERTY, ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        System.out.printf("fuzzing %s for %s from seed %d%n", target, time, seed);

        long inputs = new Jazzer(target, time, seed).run();

        new ResultLine("fuzz", target.subject(), target.part()).write(inputs + " inputs run");
    }
}
