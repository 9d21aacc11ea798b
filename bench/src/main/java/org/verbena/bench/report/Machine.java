package org.verbena.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/**
 * What it was measured on.
 *
 * @param processor its name, and how many there are
 * @param kernel its version
 * @param jdk the version of the JVM
 * @param libibverbs the version of the library
 * @param date when
 */
public record Machine(String processor, String kernel, String jdk, String libibverbs, String date) {
    private static final Path CPUS = Path.of("/proc/cpuinfo");
    private static final String NAME = "model name";
    private static final String LIBRARY = "libibverbs.so.1";
    private static final Path LIBRARIES = Path.of("/usr/lib");

    /**
     * This machine.
     *
     * @param measured when the last was measured
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

    /** The file that the name leads to has the version in its own: libibverbs.so.1.14.44.0. */
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
