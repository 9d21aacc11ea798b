// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.Optional;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.TestAbortedException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.Fixture;

/** The test of one behaviour on one device. */
public final class BehaviourTest implements Executable {
    /** A missing capability, and the exception that proves it. */
    private record Lack(Capability capability, VerbsException refusal) {
        boolean isUnsupported() {
            return refusal.errno().equals(Errno.EOPNOTSUPP);
        }

        @Override
        public String toString() {
            return "no " + capability + " (" + refusal.getMessage() + ")";
        }
    }

    private final RunnableBehaviour showing;
    private final CapabilityProbe device;
    private final Optional<String> deviation;
    private final OutcomeTally tally;

    /**
     * Creates a test.
     *
     * @param showing the behaviour
     * @param device opens the device and knows its capabilities
     * @param deviation the declared deviation, if one exists
     * @param tally counts the outcome
     */
    public BehaviourTest(
            RunnableBehaviour showing, CapabilityProbe device, Optional<String> deviation, OutcomeTally tally) {
        this.showing = showing;
        this.device = device;
        this.deviation = deviation;
        this.tally = tally;
    }

    @Override
    public void execute() throws Throwable {
        Optional<Lack> lack = lack();
        if (lack.isPresent() && !(showing.refusedWithout() && lack.get().isUnsupported())) {
            notApplicable(lack.get());
        }
        tally.ran(showing);
        try {
            onFreshContext(lack.isPresent() ? fixture -> showRefusal(lack.get(), fixture) : showing.body());
        } catch (AssertionError | VerbsException e) {
            if (deviation.isEmpty()) {
                tally.failed();
                throw e;
            }
            tally.deviated();
            return;
        } catch (Throwable e) {
            tally.failed();
            throw e;
        }
        if (deviation.isPresent()) {
            tally.failed();
            throw new AssertionError("Unexpected pass; the deviation is out of date: " + deviation.get());
        }
    }

    private Optional<Lack> lack() {
        for (Capability capability : showing.needs()) {
            Optional<VerbsException> refusal = device.missing(capability);
            if (refusal.isPresent()) {
                return Optional.of(new Lack(capability, refusal.get()));
            }
        }
        return Optional.empty();
    }

    private void notApplicable(Lack lack) {
        if (deviation.isPresent()) {
            tally.ran(showing);
            tally.failed();
            throw new AssertionError("Not applicable, " + lack + ", yet declared: " + deviation.get());
        }
        tally.wasNotApplicable();
        throw new TestAbortedException("Not applicable: " + lack);
    }

    private void onFreshContext(RunnableBehaviour.Body body) throws Throwable {
        Fixture fixture = device.open();
        try (fixture) {
            if (deviation.isPresent()) {
                fixture.expectDeviation();
            }
            body.show(fixture);
        } finally {
            tally.accepted(fixture.acceptedWork());
        }
    }

    private static void showRefusal(Lack lack, Fixture fixture) {
        assertRefused(() -> lack.capability().use(fixture)).byDevice().withErrno(Errno.EOPNOTSUPP);
        assertThat(fixture.cq(1).grantedCqe()).as("the device works on").isPositive();
    }
}
