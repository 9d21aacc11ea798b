// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

class GuideRunTest {
    private static final String VERB = "ibv_create_wq";
    private static final GuideRun.End REFUSED = GuideRun.End.refused(VERB, Errno.EOPNOTSUPP);

    @Test
    void endsWithItsOutput() {
        assertThat(new GuideRun("Program", "text", Optional.empty()).end()).isEqualTo(GuideRun.End.prints("text"));
    }

    @Test
    void endsWithTheRefusalOfTheDevice() {
        assertThat(failing("", refusal(VERB, Errno.EOPNOTSUPP)).end()).isEqualTo(REFUSED);
    }

    @Test
    void refusalsDifferInOutputVerbAndErrno() {
        assertThat(failing("text", refusal(VERB, Errno.EOPNOTSUPP)).end()).isNotEqualTo(REFUSED);
        assertThat(failing("", refusal("ibv_create_qp", Errno.EOPNOTSUPP)).end())
                .isNotEqualTo(REFUSED);
        assertThat(failing("", refusal(VERB, Errno.EINVAL)).end()).isNotEqualTo(REFUSED);
    }

    @Test
    void otherFailuresAreErrors() {
        Violation violation = new Violation("max_wr", "-1", "0", "a number of entries", "ibv_create_wq(3)");
        Throwable refusedBefore = new InvalidRequestException(VERB, Errno.EOPNOTSUPP, "device", violation);
        Throwable otherwise = new IllegalStateException("no completion");

        assertThatThrownBy(failing("text", refusedBefore)::end)
                .isInstanceOf(AssertionError.class)
                .hasMessage("Program fails after it printed: text")
                .hasCause(refusedBefore);
        assertThatThrownBy(failing("", otherwise)::end)
                .isInstanceOf(AssertionError.class)
                .hasCause(otherwise);
    }

    private static GuideRun failing(String output, Throwable failure) {
        return new GuideRun("Program", output, Optional.of(failure));
    }

    private static VerbsException refusal(String verb, Errno errno) {
        return new VerbsException(verb, errno, "device rxe0", Diagnosis.UNKNOWN);
    }
}
