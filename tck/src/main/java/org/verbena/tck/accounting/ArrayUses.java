// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.util.IdentityHashMap;
import java.util.Objects;
import org.verbena.CompletionArray;

/** Detects threads that poll into one completion array at the same time: an array belongs to one thread at a time. */
final class ArrayUses {
    private static final class Use {
        private int polls;
        private boolean shared;
    }

    private final IdentityHashMap<CompletionArray, Use> uses = new IdentityHashMap<>();

    /** Records the start of a poll. */
    synchronized void begin(CompletionArray array) {
        Use use = uses.computeIfAbsent(array, key -> new Use());
        use.polls++;
        use.shared |= use.polls > 1;
    }

    /** Records that the completions of a poll have been read. Returns whether another poll ran concurrently. */
    synchronized boolean end(CompletionArray array) {
        Use use = Objects.requireNonNull(uses.get(array));
        use.polls--;
        if (use.polls == 0) {
            uses.remove(array);
        }
        return use.shared;
    }
}
