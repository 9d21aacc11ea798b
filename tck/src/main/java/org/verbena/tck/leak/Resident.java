package org.verbena.tck.leak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
