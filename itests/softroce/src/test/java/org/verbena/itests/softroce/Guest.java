package org.verbena.itests.softroce;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The virtual machine: it runs JUnit's console launcher, which leaves its reports in a shared directory. */
final class Guest {
    /** What is run there. */
    static final List<String> TEST_CLASSES =
            List.of("org.verbena.itests.softroce.guest.FfmInGuest", "org.verbena.itests.softroce.guest.JnaInGuest");

    // Some five minutes on an idle machine of two processors; the emulator is patient with a busy one.
    private static final int SECONDS = 2400;
    private static final int LINES_TO_SHOW = 60;
    private static final List<String> PASSED_ON = List.of("verbena.tck.seed", "verbena.tck.requests");

    /**
     * How it ended.
     *
     * @param status the status of the launcher: 0 all tests passed, 1 some failed
     * @param console where its output is
     */
    record Outcome(int status, Path console) {
        boolean hasRunTests() {
            return status == 0 || status == 1;
        }

        @Override
        public String toString() {
            try {
                List<String> lines = Files.readAllLines(console);
                return "The guest ended with status " + status + "; the end of " + console + ":\n"
                        + String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_TO_SHOW), lines.size()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Guest() {}

    static Path script() {
        return Path.of(System.getProperty("guest.script"));
    }

    static Outcome run(Path share) throws IOException, InterruptedException {
        clear(share);
        Path console = share.resolve("console.log");
        List<String> command = new ArrayList<>(List.of(
                script().toString(), "--share", share.toString(), "--timeout", Integer.toString(SECONDS), "--"));
        command.addAll(launcher(share));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
        return new Outcome(process.waitFor(), console);
    }

    private static List<String> launcher(Path share) throws IOException {
        List<String> java = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Tiered compilation patches code while the other emulated processor runs it, and crashes.
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dverbena.lane.directory=" + share.resolve("lane"),
                "-XX:ErrorFile=" + share.resolve("hs_err.log")));
        PASSED_ON.stream()
                .filter(name -> System.getProperty(name) != null)
                .forEach(name -> java.add("-D" + name + "=" + System.getProperty(name)));
        java.addAll(List.of(
                "-cp",
                classPath(),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=testfeed",
                "--reports-dir=" + share.resolve("reports")));
        TEST_CLASSES.forEach(name -> java.add("--select-class=" + name));
        return java;
    }

    static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("guest.classpath")))) {
            return Stream.concat(
                            Stream.of(System.getProperty("guest.testClasses")),
                            jars.map(Path::toString).sorted())
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** A former run must not be taken for this one. */
    private static void clear(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(directory)) {
                    Files.delete(file);
                }
            }
        }
    }
}
