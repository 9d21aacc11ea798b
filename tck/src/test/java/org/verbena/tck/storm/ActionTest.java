// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Tests the outcomes of an action that a storm treats as documented. */
class ActionTest {
    private final Action action = Action.of("poll", turn -> {}).mayGive(Errno.ENOMEM);

    private static VerbsException refused(Errno errno) {
        return new VerbsException("ibv_poll_cq", errno, "queue", Diagnosis.UNKNOWN);
    }

    @Test
    void aClosedHandleIsAnAllowedFailure() {
        assertThat(action.mayEndWith(new ClosedHandleException("ibv_poll_cq", "queue")))
                .isTrue();
    }

    @Test
    void aDeviceRefusesWithDocumentedErrnosOnly() {
        assertThat(action.mayEndWith(refused(Errno.ENOMEM))).isTrue();
        assertThat(action.mayEndWith(refused(Errno.EINVAL))).isFalse();
    }

    @Test
    void onlyActionsThatMeetHoldersMayFailWithIllegalState() {
        IllegalStateException held = new IllegalStateException("under way");
        assertThat(action.mayEndWith(held)).isFalse();
        assertThat(action.meetingHolders().mayEndWith(held)).isTrue();
    }

    @Test
    void anythingElseIsADefect() {
        assertThat(List.of(new NullPointerException(), new AssertionError(), new InternalError()))
                .noneMatch(action.meetingHolders()::mayEndWith);
    }

    @Test
    void unsupportedActionsAreNotListedAsUnsuccessful() {
        Action lacking = Action.making("create a work queue", turn -> {});
        Action unsuccessful = Action.making("create a queue pair", turn -> {});
        Action done = Action.making("create a completion queue", turn -> {});
        StormTally tally = new StormTally(List.of(lacking, unsuccessful, done));

        tally.refused(lacking, refused(Errno.EOPNOTSUPP));
        tally.refused(unsuccessful, refused(Errno.EINVAL));
        tally.done(done);

        assertThat(tally.unsuccessful()).containsExactly(unsuccessful);
        assertThat(tally).hasToString("3 steps run, 1 objects made, 2 refused");
    }
}
