package org.verbena.itests.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much a thread allocates: no input shall make it much. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /**
     * Does something. If that allocates much, it is done again, for it may have been the classes that it was first to
     * use.
     *
     * @throws AssertionError if it allocates more than so many bytes, also where it fails otherwise
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
            // It is on its way already.
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (allocated > bytes) {
            throw new AssertionError(allocated + " bytes were allocated, limit " + bytes);
        }
    }
}
