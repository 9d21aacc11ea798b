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
 * What this process has when the garbage collector is done. Of its resident memory the heap is a constant part if the
 * JVM was started as said here; what else grows is native.
 *
 * @param heap KiB of the heap that are in use
 * @param memory KiB of memory that are resident
 * @param footprint the rest
 */
record Resident(long heap, long memory, Footprint footprint) {
    /** A heap that is there from the start, and one compiler, whose needs do not vary. */
    static final List<String> JVM_OPTIONS =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** What malloc(3) keeps for each thread in reserve would vary. */
    static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "1");

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";
    private static final long KIB = 1024;
    private static final int COLLECTIONS = 40;
    private static final long PAUSE_NANOS = 50_000_000;

    /** In KiB. What is freed by cleaners, the JDK's and JNA's, goes some collections later. */
    private static final long SETTLED = 64;

    static Resident now() {
        long heap = collect();
        for (int i = 0; i < COLLECTIONS; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            long before = heap;
            heap = collect();
            if (Math.abs(before - heap) < SETTLED) {
                break;
            }
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
