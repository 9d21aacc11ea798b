// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/** Fuzzes each target with inputs that a fuzzer derives from the seeds, guided by code coverage. */
@Execution(ExecutionMode.CONCURRENT)
class FuzzIT {
    private static final String SECONDS_PROPERTY = "verbena.fuzz.seconds";
    private static final int FULL_SECONDS = 30;
    private static final String SEED_PROPERTY = "verbena.fuzz.seed";

    /**
     * Returns the duration, if the run has one. Otherwise the number of inputs is fixed, so that each run does the
     * same.
     */
    private static Optional<Duration> time() {
        Integer usual = Effort.now() == Effort.FULL ? FULL_SECONDS : null;
        return Optional.ofNullable(Integer.getInteger(SECONDS_PROPERTY, usual)).map(Duration::ofSeconds);
    }

    @ParameterizedTest
    @EnumSource
    void hasSeeds(FuzzTarget target) {
        assertThat(target.seeds()).isNotEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    void noInputDoesHarm(FuzzTarget target) throws Exception {
        Optional<Duration> time = time();
        assumeTrue(
                time.isPresent() || Effort.now() != Effort.BRIEF,
                "./verify fuzzes, and -D" + SECONDS_PROPERTY + " sets a duration");
        int seed = Integer.getInteger(SEED_PROPERTY, ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        System.out.printf(
                "fuzzing %s %s from seed %d%n",
                target, time.map(given -> "for " + given).orElse("with " + target.inputs() + " inputs"), seed);

        long inputs = new Jazzer(target, time, seed).run();

        new ResultLine("fuzz", target.subject(), target.part()).write(inputs + " inputs run");
    }
}
