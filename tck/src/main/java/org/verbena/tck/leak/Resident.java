// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.leak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.verbena.tck.fixture.Footprint;

/**
 * The resources of this process after garbage collection. With the JVM options below, the heap is a constant part of
 * the resident memory. Any other growth is native.
 *
 * @param heap KiB of used heap
 * @param memory KiB of resident memory
 * @param footprint the other resources
 */
record Resident(long heap, long memory, Footprint footprint) {
    /**
     * The growth of a process since an earlier measurement.
     *
     * @param heap KiB of heap
     * @param memory KiB of native memory
     * @param others descriptors, mappings of files and threads, by name
     */
    record Growth(long heap, long memory, Map<String, Long> others) {
        /** The variation from run to run by compiled code, class loading and the pages of malloc(3). */
        private static final long NOISE = 8 * KIB;

        /** The variation of a heap without the classes of a device's first use. */
        private static final long HEAP_NOISE = KIB;

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

        /** Returns whether there is a leak, for some thousand objects of which each takes hundreds of bytes. */
        boolean isLeakOfFew() {
            return isLeak(0) || heap > HEAP_NOISE;
        }

        /** Returns the growth together with that of other resources. */
        Growth and(Map<String, Long> more) {
            Map<String, Long> all = new TreeMap<>(others);
            all.putAll(more);
            return new Growth(heap, memory, all);
        }

        @Override
        public String toString() {
            String rest = others.isEmpty() ? "descriptors, mappings and threads as before" : "more of " + others;
            return "heap %+d KiB, native memory %+d KiB, %s".formatted(heap, memory, rest);
        }
    }

    /** Options for a heap of constant size and a single compiler with constant memory. */
    static final List<String> JVM_OPTIONS =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** Limits the memory that malloc(3) reserves for each thread, which would vary. */
    static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "1");

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";
    private static final long KIB = 1024;
    private static final long PAUSE_NANOS = 50_000_000;

    /** The tolerance in KiB. */
    private static final long SETTLED = 64;

    /**
     * The number of collections without a lower value after which the heap has settled. Cleaners of the JDK and of JNA
     * free memory in separate threads, which may not run between two collections on a busy machine.
     */
    private static final int STABLE_COLLECTIONS = 10;

    private static final int MAX_COLLECTIONS = 600;

    static Resident now() {
        long heap = collect();
        long lowest = heap;
        int stable = 0;
        for (int i = 0; i < MAX_COLLECTIONS && stable < STABLE_COLLECTIONS; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            heap = collect();
            stable = heap > lowest - SETTLED ? stable + 1 : 0;
            lowest = Math.min(lowest, heap);
        }
        return new Resident(heap, resident(), Footprint.now());
    }

    private static long collect() {
        System.gc();
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / KIB;
    }

    private static long resident() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
