package org.verbena.itests.softroce;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.verbena.itests.softroce.guest.Guides;
import org.verbena.tck.engine.StressSettings;

/**
 * A virtual machine with two connected devices. It runs JUnit's console launcher, which writes its reports to a shared
 * directory.
 */
final class Guest {
    private static final String KERNEL_OF_GUIDES = "6.12";

    /**
     * The test classes of each kernel. Each provider runs the kit once from the class path and once as a bundle. One
     * kernel runs the programs of the documentation in addition.
     */
    private static final Map<String, List<String>> TEST_CLASSES = Map.of(
            KERNEL_OF_GUIDES,
            List.of("FfmGuides", "JnaGuides", "FfmInGuest", "JnaInFelix"),
            "6.1",
            List.of("FfmInFelix", "JnaInGuest"));

    private static final String TEST_PACKAGE = "org.verbena.itests.softroce.guest.";

    private static final int LINES_TO_SHOW = 60;

    /**
     * The outcome of a guest.
     *
     * @param status the status of the launcher: 0 all tests passed, 1 some failed
     * @param console the file of its output
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

    private final Process machine;
    private final Path share;

    private Guest(Process machine, Path share) {
        this.machine = machine;
        this.share = share;
    }

    /**
     * Starts a guest.
     *
     * @param kernel the series of its kernel
     * @param share the directory for its results; it is emptied first
     */
    static Guest start(String kernel, Path share) throws IOException {
        clear(share);
        if (kernel.equals(KERNEL_OF_GUIDES)) {
            Guides.compile(guides(share));
        }
        List<String> command = new ArrayList<>(GuestCommand.boot(kernel, 2, share));
        command.addAll(launcher(kernel, share));
        Process machine = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console(share).toFile())
                .start();
        return new Guest(machine, share);
    }

    static List<String> testClasses(String kernel) {
        return Objects.requireNonNull(TEST_CLASSES.get(kernel), kernel).stream()
                .map(TEST_PACKAGE::concat)
                .toList();
    }

    private static Path console(Path share) {
        return share.resolve("console.log");
    }

    private static Path guides(Path share) {
        return share.resolve("guides");
    }

    /** Waits until the guest has run the tests or has failed to do so. */
    Outcome await() throws InterruptedException {
        return new Outcome(machine.waitFor(), console(share));
    }

    Path share() {
        return share;
    }

    private static List<String> launcher(String kernel, Path share) throws IOException {
        List<String> java = new ArrayList<>(GuestCommand.java());
        java.addAll(List.of(
                "-Dguest.kernel=" + kernel,
                "-D" + Guides.DIRECTORY_PROPERTY + "=" + guides(share),
                "-Dbundles.dir=" + System.getProperty("bundles.dir"),
                "-Dverbena.environment.directory=" + share.resolve("environment"),
                "-XX:ErrorFile=" + share.resolve("hs_err.log")));
        java.addAll(StressSettings.inGuest(StressSettings.Kind.REQUESTS).options());
        java.addAll(List.of(
                "-cp",
                GuestCommand.classPath(),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=testfeed",
                "--reports-dir=" + share.resolve("reports")));
        testClasses(kernel).forEach(name -> java.add("--select-class=" + name));
        return java;
    }

    /** Deletes the results of an earlier run, which must not be mistaken for those of this run. */
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
