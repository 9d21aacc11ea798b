// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * A test that ran in the guest.
 *
 * @param className its class
 * @param displayName its name
 * @param failure the message and stack trace, if it failed
 * @param skipped the reason, if it was skipped or not applicable
 */
record GuestTest(String className, String displayName, Optional<String> failure, Optional<String> skipped) {
    boolean isPassed() {
        return failure.isEmpty() && skipped.isEmpty();
    }

    /** Reproduces the outcome of the test. */
    void replay() {
        failure.ifPresent(text -> {
            throw new AssertionError("In the guest: " + text);
        });
        skipped.ifPresent(reason -> {
            throw new TestAbortedException(reason);
        });
    }
}
