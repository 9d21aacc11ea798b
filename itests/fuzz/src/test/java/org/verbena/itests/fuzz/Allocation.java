// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Limits the allocation of a thread, because no input may cause a large one. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /**
     * Runs an action. If it exceeds the limit, runs it again, because the first run may have loaded classes.
     *
     * @throws AssertionError if it allocates more than {@code bytes}, even if it fails with another exception
     */
    public static void atMost(long bytes, Runnable action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            action.run();
        } finally {
            if (THREADS.getCurrentThreadAllocatedBytes() - before > bytes) {
                requireLess(bytes, action);
            }
        }
    }

    private static void requireLess(long bytes, Runnable action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            action.run();
        } catch (RuntimeException e) {
            // The exception is already propagating.
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (allocated > bytes) {
            throw new AssertionError(allocated + " bytes were allocated, limit " + bytes);
        }
    }
}
