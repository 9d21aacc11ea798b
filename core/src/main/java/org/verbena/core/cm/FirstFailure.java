// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import org.jspecify.annotations.Nullable;

/** Continues after failures, and throws the first one at the end. */
final class FirstFailure {
    private @Nullable RuntimeException first;

    void during(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            if (first == null) {
                first = e;
            } else {
                first.addSuppressed(e);
            }
        }
    }

    void end() {
        if (first != null) {
            throw first;
        }
    }
}
