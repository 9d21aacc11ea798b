// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.verbena.tck.engine.ResultLine;

/** Runs the programs of the documentation on a provider other than the simulator. */
public final class GuideTests {
    /** The programs about the simulator itself, with the reason why no other provider can run them. */
    private static final Map<String, String> SIMULATOR_ONLY = Map.of(
            "Choosing", "lists the candidates of a lookup, and configures profiles of the simulator",
            "EveryDriver", "compares profiles of the simulator",
            "FirstQueuePair", "shows a limit of irdma",
            "MismatchedEnds", "compares profiles of the simulator, on a virtual clock",
            "LostMessages", "injects faults into the simulated fabric and moves its clock",
            "FewProtectionDomains", "configures limits and faults of the simulator",
            "LineOverRdma", "attaches the simulator to an address of this host",
            "WriteIntoMemory", "attaches the simulator to an address of this host");

    /** Counts the outcomes of the programs of one run. The tests run sequentially. */
    private static final class Count {
        private int run;
        private int asOnPage;
        private int otherwise;
        private int refused;

        void begun() {
            run++;
        }

        void ended(GuideRun.End end, boolean onPage) {
            if (end.isRefusal()) {
                refused++;
            } else if (onPage) {
                asOnPage++;
            } else {
                otherwise++;
            }
        }

        String result() {
            return "%d programs run: %d as on their page, %d with declared output, %d rejected as declared, %d failed"
                    .formatted(run, asOnPage, otherwise, refused, run - asOnPage - otherwise - refused);
        }
    }

    private final String provider;
    private final String device;
    private final List<GuideProgram> all;
    private final Map<String, GuideRun.End> ends;
    private final Optional<Path> classes;

    private GuideTests(
            String provider,
            String device,
            List<GuideProgram> all,
            Map<String, GuideRun.End> ends,
            Optional<Path> classes) {
        this.provider = provider;
        this.device = device;
        this.all = all;
        this.ends = ends;
        this.classes = classes;
    }

    /**
     * Reads the programs. By default, a program must print the output of its page, and is compiled when it runs.
     *
     * @param provider the provider
     * @param device the name of its first device
     * @param top the top directory of the project
     * @return the programs on the provider
     */
    public static GuideTests on(String provider, String device, Path top) {
        return new GuideTests(provider, device, GuideProgram.ofProject(top), Map.of(), Optional.empty());
    }

    /**
     * Declares the programs whose outcome on this device differs from the documentation.
     *
     * @param declared the outcomes by the names of the programs
     * @return a changed copy
     */
    public GuideTests ends(Map<String, GuideRun.End> declared) {
        return new GuideTests(provider, device, all, declared, classes);
    }

    /**
     * Uses the classes that {@link #compile} has written.
     *
     * @param directory the directory
     * @return a changed copy
     */
    public GuideTests compiledIn(Path directory) {
        return new GuideTests(provider, device, all, ends, Optional.of(directory));
    }

    /**
     * Compiles all programs that run on the provider. Neither the provider nor the device need be available.
     *
     * @param directory receives the sources and classes, which are specific to this provider
     * @throws IOException if a file cannot be written
     */
    public void compile(Path directory) throws IOException {
        GuideProgram.compile(programs(), Files.createDirectories(directory));
    }

    /**
     * Returns a check of the declared names, a test for each program, and a test that writes the report.
     *
     * @param environment the test environment
     * @return the tests, to be run in order
     */
    public Stream<DynamicNode> tests(String environment) {
        Count count = new Count();
        return Stream.of(
                        Stream.of(dynamicTest("declared programs exist", this::checkNames)),
                        programs().stream().map(program -> dynamicTest(program.name(), () -> run(program, count))),
                        Stream.of(dynamicTest(
                                "programs were run",
                                () -> new ResultLine(environment, provider, device).write(count.result()))))
                .flatMap(tests -> tests);
    }

    private List<GuideProgram> programs() {
        return all.stream()
                .filter(program -> !SIMULATOR_ONLY.containsKey(program.name()))
                .map(program -> program.on(provider, device))
                .toList();
    }

    private void checkNames() {
        assertThat(all.stream().map(GuideProgram::name))
                .doesNotHaveDuplicates()
                .containsAll(SIMULATOR_ONLY.keySet())
                .containsAll(ends.keySet());
        assertThat(SIMULATOR_ONLY).doesNotContainKeys(ends.keySet().toArray(String[]::new));
        assertThat(programs()).as("programs that run").hasSizeGreaterThan(ends.size());
    }

    private void run(GuideProgram program, Count count) throws Exception {
        count.begun();
        GuideRun.End ofPage = GuideRun.End.prints(program.output());
        GuideRun.End expected = ends.getOrDefault(program.name(), ofPage);
        assertThat(start(program).end()).isEqualTo(expected);
        count.ended(expected, expected.equals(ofPage));
    }

    private GuideRun start(GuideProgram program) throws Exception {
        if (classes.isPresent()) {
            return program.start(classes.get());
        }
        Path directory = Files.createTempDirectory(program.name());
        try {
            GuideProgram.compile(List.of(program), directory);
            return program.start(directory);
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
