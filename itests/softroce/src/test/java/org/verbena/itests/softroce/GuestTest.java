package org.verbena.itests.softroce;

import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * A test that ran in the guest.
 *
 * @param className its class
 * @param displayName its name
 * @param failure message and stack trace, if it failed
 * @param skipped why, if it was skipped or not applicable
 */
record GuestTest(String className, String displayName, Optional<String> failure, Optional<String> skipped) {
    /** Ends as it did there. */
    void replay() {
        failure.ifPresent(text -> {
            throw new AssertionError("In the guest: " + text);
        });
        skipped.ifPresent(reason -> {
            throw new TestAbortedException(reason);
        });
    }
}
