// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;
import org.verbena.error.Errno;
import org.verbena.tck.fixture.Fixture;

class BehaviourTestTest {
    private static final Optional<String> UNDECLARED = Optional.empty();
    private static final Optional<String> DECLARED = Optional.of("X-01: known");

    private static final RunnableBehaviour.Body PASSES = fixture -> {};
    private static final RunnableBehaviour.Body FAILS = fixture -> {
        throw new AssertionError("the behaviour fails");
    };
    private static final RunnableBehaviour.Body BREAKS = fixture -> {
        throw new IllegalStateException("a defect");
    };

    private final OutcomeTally tally = new OutcomeTally();

    @Test
    void countsAPassedBehaviour() throws Throwable {
        test(showing(PASSES), UNDECLARED).execute();

        assertThat(tally)
                .hasToString(
                        "1 behaviours run (1 control path, 0 data path), 0 declared deviations, 0 not applicable, 0 failed");
    }

    @Test
    void failsWhereAnUndeclaredBehaviourFails() {
        assertThatThrownBy(test(showing(FAILS), UNDECLARED)::execute).hasMessage("the behaviour fails");

        assertThat(tally)
                .hasToString(
                        "1 behaviours run (1 control path, 0 data path), 0 declared deviations, 0 not applicable, 1 failed");
    }

    @Test
    void toleratesDeclaredDeviation() throws Throwable {
        test(showing(FAILS), DECLARED).execute();

        assertThat(tally)
                .hasToString(
                        "1 behaviours run (1 control path, 0 data path), 1 declared deviations, 0 not applicable, 0 failed");
    }

    @Test
    void failsWhereDeclaredDeviationPasses() {
        assertThatThrownBy(test(showing(PASSES), DECLARED)::execute).hasMessageContaining("Unexpected pass");

        assertThat(tally)
                .hasToString(
                        "1 behaviours run (1 control path, 0 data path), 0 declared deviations, 0 not applicable, 1 failed");
    }

    @Test
    void aDefectFailsDespiteADeclaredDeviation() {
        assertThatThrownBy(test(showing(BREAKS), DECLARED)::execute).hasMessage("a defect");

        assertThat(tally)
                .hasToString(
                        "1 behaviours run (1 control path, 0 data path), 0 declared deviations, 0 not applicable, 1 failed");
    }

    @Test
    void isNotApplicableWithoutTheCapability() {
        assertThatThrownBy(test(needingXrc(false, FAILS), UNDECLARED)::execute)
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContainingAll("XRC domains", "EOPNOTSUPP");

        assertThat(tally)
                .hasToString(
                        "0 behaviours run (0 control path, 0 data path), 0 declared deviations, 1 not applicable, 0 failed");
    }

    @Test
    void failsWhereDeviationIsNotApplicable() {
        assertThatThrownBy(test(needingXrc(false, FAILS), DECLARED)::execute)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Not applicable");

        assertThat(tally)
                .hasToString(
                        "1 behaviours run (1 control path, 0 data path), 0 declared deviations, 0 not applicable, 1 failed");
    }

    @Test
    void aPrescribedRefusalPassesTheBehaviour() {
        assertThatCode(test(needingXrc(true, FAILS), UNDECLARED)::execute).doesNotThrowAnyException();

        assertThat(tally)
                .hasToString(
                        "1 behaviours run (1 control path, 0 data path), 0 declared deviations, 0 not applicable, 0 failed");
    }

    @Test
    void aLackOfPrivilegeIsNotThePrescribedRefusal() {
        BehaviourTest test =
                new BehaviourTest(needingXrc(true, FAILS), refusingXrcWith(Errno.EPERM), UNDECLARED, tally);

        assertThatThrownBy(test::execute).isInstanceOf(TestAbortedException.class);
    }

    @Test
    void aRefusalWithAnotherErrnoIsNotAMissingCapability() {
        BehaviourTest test =
                new BehaviourTest(needingXrc(false, FAILS), refusingXrcWith(Errno.EINVAL), UNDECLARED, tally);

        assertThatThrownBy(test::execute).hasMessage("the behaviour fails");
    }

    @Test
    void triesCapabilityOnce() {
        AtomicInteger openings = new AtomicInteger();
        CapabilityProbe device = new CapabilityProbe(() -> {
            openings.incrementAndGet();
            return Fixture.on(FakeDevice.refusingXrcWith(Errno.EOPNOTSUPP));
        });
        BehaviourTest test = new BehaviourTest(needingXrc(false, FAILS), device, UNDECLARED, tally);

        assertThatThrownBy(test::execute).isInstanceOf(TestAbortedException.class);
        assertThatThrownBy(test::execute).isInstanceOf(TestAbortedException.class);

        assertThat(openings).hasValue(1);
    }

    private static CapabilityProbe refusingXrcWith(Errno errno) {
        return new CapabilityProbe(() -> Fixture.on(FakeDevice.refusingXrcWith(errno)));
    }

    private BehaviourTest test(RunnableBehaviour showing, Optional<String> deviation) {
        return new BehaviourTest(showing, refusingXrcWith(Errno.EOPNOTSUPP), deviation, tally);
    }

    private static RunnableBehaviour showing(RunnableBehaviour.Body body) {
        return new RunnableBehaviour("X-01", "something", List.of(), false, false, body);
    }

    private static RunnableBehaviour needingXrc(boolean refusedWithout, RunnableBehaviour.Body body) {
        return new RunnableBehaviour("X-01", "something", List.of(Capability.XRC), refusedWithout, false, body);
    }
}
