// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.provider.sim.SimProvider;
import org.verbena.testing.cases.ParallelCase;
import org.verbena.testing.cases.UnsupportedCase;

/** Checks that each test has its own simulator, and that unsupported tests fail with the reason. */
class LifecycleTest {
    @TempDir
    private static Path directory;

    @Test
    void testsThatRunAtTheSameTimeDoNotAffectEachOther() {
        Run run = Run.of(
                ParallelCase.class,
                directory,
                "junit.jupiter.execution.parallel.enabled",
                "true",
                "junit.jupiter.execution.parallel.config.strategy",
                "fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism",
                "3");

        assertThat(run.failures()).containsOnlyKeys("leaksRegion");
        assertThat(run.failure("leaksRegion").getMessage().lines()).hasSize(2);
        assertThat(run.successes()).containsExactlyInAnyOrder("seesItsOwnQueueOnly", "removesItsOwnDeviceOnly");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    typeWithoutPair   | of void org.verbena.testing.cases.UnsupportedCase.typeWithoutPair(org.verbena.testing.ConnectedPair)
                    typeWithoutPair   | qp_type = XRC_SEND, limit RC, UC or UD
                    typeWithoutPair   | the supported types are [AsyncQueuePair, CompletionQueue, ConnectedPair, Device
                    pairAttrOfContext | of void org.verbena.testing.cases.UnsupportedCase.pairAttrOfContext(org.verbena.DeviceContext)
                    pairAttrOfContext | @PairAttr belongs to ConnectedPair and AsyncQueuePair
                    unknownOperation  | operation = TELEPATHY, limit one of [ACKNOWLEDGE
                    messageZero       | value = 0, limit 1 and above
                    unknownErrno      | errno = EOOPS, limit one of [
                    noDevice          | devices = 0, limit 1..256
                    unknownProfile    | profile = mlx6, limit one of [
                    TooEarly          | of static void org.verbena.testing.cases.UnsupportedCase$TooEarly.beforeAll(
                    TooEarly          | each test has its own devices
                    """)
    void unsupportedSettingsAreReported(String test, String message) {
        assertThat(Run.of(UnsupportedCase.class, directory).failure(test)).hasMessageContaining(message);
    }

    @Test
    void anUnsupportedParameterFailsItsResolution() {
        assertThat(Run.of(UnsupportedCase.class, directory).failure("typeWithoutPair"))
                .isInstanceOf(ParameterResolutionException.class);
    }

    /** A class with one instance for all tests. */
    @Nested
    @VerbsTest
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @Simulator(profile = "efa")
    class OneInstance {
        private SimProvider last;

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void eachTestHasItsOwnSimulator(int number, SimProvider provider) {
            assertThat(provider).isNotSameAs(last);
            assertThat(provider.devices().get(0).name()).isEqualTo("sim_efa_0");
            last = provider;
        }
    }
}
