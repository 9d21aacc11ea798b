// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.verbena.itests.softroce.guest.Guides;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.engine.TestProcess;

/** Runs a virtual machine with JUnit's console launchers, which write their reports to a shared directory. */
final class Guest {
    private static final String KERNEL_OF_GUIDES = "6.12";

    /**
     * The test classes of each kernel with full effort. Each provider runs the conformance kit once from the class path
     * and once as a bundle. One kernel also runs the programs of the documentation.
     */
    private static final Map<String, List<String>> TEST_CLASSES = Map.of(
            KERNEL_OF_GUIDES,
            List.of("FfmGuides", "JnaGuides", "FfmInGuest", "JnaInFelix"),
            "6.1",
            List.of("FfmInFelix", "JnaInGuest"));

    /**
     * The test classes of the two JVMs in the only guest with brief effort. Walks is last, because it removes a device.
     */
    private static final List<List<String>> BRIEF_CLASSES =
            List.of(List.of("FfmInGuest", "JnaInGuest", "Walks"), List.of("IdleInGuest"));

    /** The processors of each kernel. The conformance kit runs on one processor and on two. */
    private static final Map<String, GuestCommand.Cpus> CPUS =
            Map.of(KERNEL_OF_GUIDES, GuestCommand.Cpus.ONE, "6.1", GuestCommand.Cpus.TWO);

    private static final List<String> CONNECTION_CLASSES = List.of("FfmConnections", "JnaConnections", "CmFaults");

    private static final String TEST_PACKAGE = "org.verbena.itests.softroce.guest.";

    private static final Path RESULTS = Path.of("target", "environment");
    private static final Path IN_PARALLEL = Path.of("src", "test", "sh", "in-parallel.sh");

    /**
     * The outcome of a guest.
     *
     * @param status the highest exit status of the launchers: 0 if all tests passed, 1 if some failed
     * @param console the file with its output
     */
    record Outcome(int status, Path console) {
        boolean hasRunTests() {
            return status == 0 || status == 1;
        }

        @Override
        public String toString() {
            return "The guest ended with status " + status + "; the end of " + console + ":\n"
                    + TestProcess.lastLines(console);
        }
    }

    private final Process machine;
    private final Path share;
    private final List<String> classes;

    private Guest(Process machine, Path share, List<String> classes) {
        this.machine = machine;
        this.share = share;
        this.classes = classes;
    }

    /** Starts a guest with a kernel and a directory for the results. */
    @FunctionalInterface
    interface Starter {
        Guest start(String kernel, Path share) throws IOException, InterruptedException;
    }

    /**
     * Runs guests at the same time, and returns the tests of each guest.
     *
     * @param kernels the series of their kernels
     * @param name the prefix of the names of their directories
     * @param starter the function that starts a guest
     */
    static Stream<DynamicNode> tests(List<String> kernels, String name, Starter starter) throws Exception {
        Map<String, Guest> guests = new LinkedHashMap<>();
        for (String kernel : kernels) {
            GuestCommand.check(kernel);
            Path share = Path.of("target", name + "-" + kernel);
            guests.put(
                    kernel, starter.start(kernel, Files.createDirectories(share).toRealPath()));
        }
        List<DynamicNode> shown = new ArrayList<>();
        for (Map.Entry<String, Guest> guest : guests.entrySet()) {
            shown.add(
                    dynamicContainer("Linux " + guest.getKey(), guest.getValue().tests()));
            guest.getValue().copyResultLines();
        }
        return shown.stream();
    }

    /**
     * Starts a guest with two connected devices, which runs the conformance kit for devices.
     *
     * @param kernel the series of its kernel
     * @param share the directory for the results, which is emptied first
     */
    static Guest start(String kernel, Path share) throws IOException, InterruptedException {
        clear(share);
        if (Effort.now() == Effort.FULL && kernel.equals(KERNEL_OF_GUIDES)) {
            Guides.compile(guides(share));
        }
        List<String> options = new ArrayList<>(List.of(
                "-D" + Guides.DIRECTORY_PROPERTY + "=" + guides(share),
                "-Dbundles.dir=" + System.getProperty("bundles.dir")));
        options.addAll(StressSettings.inGuest(StressSettings.Kind.REQUESTS).options());
        // The guest has the effort and the amounts of this run.
        options.add("-Dverbena.effort=" + Effort.now());
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith("verbena.walk.")) {
                options.add("-D" + name + "=" + value);
            }
        });
        List<List<String>> classes = Effort.now() == Effort.FULL
                ? List.of(Objects.requireNonNull(TEST_CLASSES.get(kernel), kernel))
                : BRIEF_CLASSES;
        return start(kernel, share, options, classes);
    }

    /**
     * Starts a guest with two connected devices, which runs the conformance kit for connection management.
     *
     * @param kernel the series of its kernel
     * @param share the directory for the results, which is emptied first
     */
    static Guest startForConnections(String kernel, Path share) throws IOException, InterruptedException {
        clear(share);
        return start(kernel, share, List.of(), List.of(CONNECTION_CLASSES));
    }

    /** Starts a guest with a JVM for each list of test classes. */
    private static Guest start(String kernel, Path share, List<String> options, List<List<String>> names)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(GuestCommand.boot(kernel, CPUS.get(kernel), 2, share));
        command.add(IN_PARALLEL.toRealPath().toString());
        List<String> classes = new ArrayList<>();
        for (List<String> ofJvm : names) {
            List<String> selected = ofJvm.stream().map(TEST_PACKAGE::concat).toList();
            classes.addAll(selected);
            command.add("--");
            command.addAll(GuestCommand.tests());
            command.addAll(List.of(
                    "-Dguest.kernel=" + kernel, "-Dverbena.environment.directory=" + share.resolve("environment")));
            command.addAll(options);
            command.addAll(launcher(reports(share).resolve(ofJvm.get(0)), selected));
        }
        Process machine = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console(share).toFile())
                .start();
        return new Guest(machine, share, classes);
    }

    private static Path console(Path share) {
        return share.resolve("console.log");
    }

    private static Path guides(Path share) {
        return share.resolve("guides");
    }

    /** Waits until the guest has ended. */
    private Outcome await() throws InterruptedException {
        return new Outcome(machine.waitFor(), console(share));
    }

    private static Path reports(Path share) {
        return share.resolve("reports");
    }

    private static List<String> launcher(Path reports, List<String> classes) {
        List<String> words = new ArrayList<>(List.of(
                "-XX:ErrorFile=" + reports + "-hs_err.log",
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=testfeed",
                "--reports-dir=" + reports));
        classes.forEach(name -> words.add("--select-class=" + name));
        return words;
    }

    /** Waits for the guest, and returns its tests, grouped by class. */
    private Stream<DynamicNode> tests() throws Exception {
        Outcome outcome = await();
        Map<String, List<GuestTest>> byClass = GuestReport.read(reports(share)).stream()
                .collect(Collectors.groupingBy(GuestTest::className, TreeMap::new, Collectors.toList()));
        return Stream.concat(
                Stream.of(dynamicTest("the guest ran its classes", () -> {
                    assertThat(outcome.hasRunTests()).as(outcome.toString()).isTrue();
                    assertThat(byClass).as(outcome.toString()).containsOnlyKeys(classes);
                })),
                byClass.entrySet().stream()
                        .map(entry -> dynamicContainer(
                                entry.getKey(),
                                entry.getValue().stream().map(test -> dynamicTest(test.displayName(), test::replay)))));
    }

    /** Prints the result lines of the guest, and copies them to this host. {@link #tests} must have run before. */
    private void copyResultLines() throws IOException {
        Path from = share.resolve("environment");
        Files.createDirectories(RESULTS);
        try (Stream<Path> files = Files.exists(from) ? Files.list(from) : Stream.empty()) {
            for (Path file : files.toList()) {
                String line = Files.readString(file);
                System.out.print(line);
                Files.writeString(RESULTS.resolve(file.getFileName()), line);
            }
        }
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
