package org.verbena.itests.softroce;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words that start a guest, and a JVM in it. */
final class GuestCommand {
    /** Only a guest that hangs runs so long: on an idle machine of two processors the longest needs some ten minutes. */
    private static final Duration LIMIT = Duration.ofHours(1);

    private GuestCommand() {}

    static Path script() {
        return Path.of(System.getProperty("guest.script"));
    }

    /**
     * What comes before the command that the guest runs.
     *
     * @param kernel the series of its kernel
     * @param hosts how many hosts it is: one has rxe0, two have rxe1 as well
     * @param share the directory for what it leaves behind
     */
    static List<String> boot(String kernel, int hosts, Path share) {
        return boot(kernel, hosts, share, LIMIT);
    }

    /**
     * Returns the same with another time limit.
     *
     * @param kernel the series of its kernel
     * @param hosts how many hosts it is
     * @param share the directory for what it leaves behind
     * @param limit how long it may run
     */
    static List<String> boot(String kernel, int hosts, Path share, Duration limit) {
        return List.of(
                script().toString(),
                "--kernel",
                kernel,
                "--hosts",
                Integer.toString(hosts),
                "--share",
                share.toString(),
                "--timeout",
                Long.toString(limit.toSeconds()),
                "--");
    }

    /** This JVM, with the options that it needs there. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Tiered compilation patches code while the other emulated processor runs it, and crashes.
                "-XX:TieredStopAtLevel=1",
                // The guest has no processors to spare for a parallel collector, and the emulator executes AVX slowly.
                "-XX:+UseSerialGC",
                "-XX:UseAVX=0",
                "--enable-native-access=ALL-UNNAMED");
    }

    /**
     * Returns the words that boot a guest of one host, and start a JVM in it with the class path of the tests.
     *
     * @param kernel the series of its kernel
     * @param directory the directory for the guest's files
     */
    static List<String> jvm(String kernel, Path directory) throws IOException {
        Path share = Files.createDirectories(directory).toRealPath();
        return Stream.of(boot(kernel, 1, share), java(), List.of("-cp", classPath()))
                .flatMap(List::stream)
                .toList();
    }

    /** The {@code verbena} command. */
    static List<String> verbena() throws IOException {
        return Stream.of(java(), List.of("-cp", classPath(), "org.verbena.cli.Main"))
                .flatMap(List::stream)
                .toList();
    }

    static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("guest.classpath")))) {
            return Stream.concat(
                            Stream.of(System.getProperty("guest.testClasses")),
                            jars.map(Path::toString).sorted())
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
