// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * A test that ran in the guest.
 *
 * @param className the name of its class
 * @param displayName its display name
 * @param failure the message and stack trace, if it failed
 * @param skipped the reason, if it was skipped or not applicable
 */
record GuestTest(String className, String displayName, Optional<String> failure, Optional<String> skipped) {
    boolean isPassed() {
        return failure.isEmpty() && skipped.isEmpty();
    }

    /** Fails or aborts like the test in the guest. */
    void replay() {
        failure.ifPresent(text -> {
            throw new AssertionError("In the guest: " + text);
        });
        skipped.ifPresent(reason -> {
            throw new TestAbortedException(reason);
        });
    }
}
