package org.verbena.tck.leak;

import java.util.Map;

/**
 * The growth of a process since an earlier measurement.
 *
 * @param heap KiB of heap
 * @param memory KiB of native memory
 * @param others descriptors, mappings of files and threads, by name
 */
record Growth(long heap, long memory, Map<String, Long> others) {
    private static final long KIB = 1024;

    /** The variation from run to run by compiled code, class loading and the pages of malloc(3). */
    private static final long NOISE = 8 * KIB;

    /** The fake kernel keeps a table of all handles, and reuses a handle as late as possible. */
    private static final long TABLE_BYTES_PER_OBJECT = 8;

    static Growth between(Resident before, Resident now) {
        return new Growth(
                now.heap() - before.heap(),
                now.memory() - before.memory(),
                now.footprint().grownSince(before.footprint()));
    }

    boolean isLeak(long objects) {
        return heap > NOISE || memory > NOISE + objects * TABLE_BYTES_PER_OBJECT / KIB || !others.isEmpty();
    }

    @Override
    public String toString() {
        String rest = others.isEmpty() ? "descriptors, mappings and threads as before" : "more of " + others;
        return "heap %+d KiB, native memory %+d KiB, %s".formatted(heap, memory, rest);
    }
}
