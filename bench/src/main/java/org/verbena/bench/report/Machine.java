// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/**
 * The machine of the measurements.
 *
 * @param processor the name and number of the processors
 * @param kernel the version of the kernel
 * @param jdk the version of the JVM
 * @param libibverbs the version of the library
 * @param date the date of the measurements
 */
public record Machine(String processor, String kernel, String jdk, String libibverbs, String date) {
    private static final Path CPUS = Path.of("/proc/cpuinfo");
    private static final String NAME = "model name";
    private static final String LIBRARY = "libibverbs.so.1";
    private static final Path LIBRARIES = Path.of("/usr/lib");

    /**
     * Returns this machine.
     *
     * @param measured the time of the last measurement
     */
    public static Machine here(Instant measured) throws IOException {
        return new Machine(
                processorName() + ", " + Runtime.getRuntime().availableProcessors() + " processors",
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                libraryVersion(),
                Instant.now()
                        .truncatedTo(ChronoUnit.MINUTES)
                        .atOffset(ZoneOffset.UTC)
                        .toString());
    }

    private static String processorName() throws IOException {
        if (!Files.isReadable(CPUS)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(CPUS).stream()
                .filter(line -> line.startsWith(NAME))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    /** Returns the library version, which is part of the name of the link's target: libibverbs.so.1.14.44.0. */
    private static String libraryVersion() throws IOException {
        try (Stream<Path> architectures = Files.list(LIBRARIES)) {
            for (Path directory : (Iterable<Path>) architectures::iterator) {
                Path library = directory.resolve(LIBRARY);
                if (Files.exists(library)) {
                    String file = library.toRealPath().getFileName().toString();
                    return file.substring(file.indexOf(".so.") + ".so.".length());
                }
            }
        }
        return "not found";
    }

    @Override
    public String toString() {
        return processor + "; " + kernel + "; " + jdk + "; libibverbs " + libibverbs + "; " + date;
    }
}
