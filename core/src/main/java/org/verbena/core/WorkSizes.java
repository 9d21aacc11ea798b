// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.error.Violation;

/** Checks the requested sizes of batches and completion arrays. */
final class WorkSizes {
    private static final int MAX_CAPACITY = 1 << 16;
    private static final int MAX_SGE = 1024;
    private static final int MAX_INLINE = 1 << 16;
    private static final String RULE = "no device accepts more, and the memory must be contiguous";

    private WorkSizes() {}

    static void check(String what, ContextHandle context, int capacity, int maxSge, int maxInlineData) {
        checkCapacity(what, context, capacity);
        RequestChecks.range(what, context, "maxSge", maxSge, MAX_SGE, RULE);
        RequestChecks.range(what, context, "maxInlineData", maxInlineData, MAX_INLINE, RULE);
    }

    static void checkCapacity(String what, ContextHandle context, int capacity) {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw RequestChecks.refuse(
                    what,
                    context,
                    new Violation("capacity", Integer.toString(capacity), "1.." + MAX_CAPACITY, RULE, "Verbena"));
        }
    }
}
