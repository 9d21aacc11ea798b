// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.verbena.itests.softroce.guest.SimClasses;
import org.verbena.tck.engine.TestProcess;

/**
 * A file with loaded classes for JVMs in guests. This host records it. Without it, {@code verbena} takes three times as long
 * to start in a guest, and the conformance kit takes half as long again.
 */
enum ClassCache {
    /** The classes of {@code verbena ping}. */
    OF_VERBENA("verbena", List.of("org.verbena.cli.Main"), List.of("ping", "--provider", "sim", "--count", "1000")),

    /** The classes of the conformance kit. */
    OF_TESTS(
            "tests",
            List.of(),
            List.of(
                    "-Dverbena.environment.directory=" + Path.of("target", "class-cache"),
                    "org.junit.platform.console.ConsoleLauncher",
                    "execute",
                    "--details=none",
                    "--select-class=" + SimClasses.class.getName()));

    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final String fileName;
    private final List<String> program;
    private final List<String> recorded;

    /** Set when this run has recorded the file. The file of an earlier run may belong to other jars. */
    private boolean exists;

    /**
     * Defines a file.
     *
     * @param fileName its name
     * @param program the main class of all JVMs that use it, empty if they have several
     * @param recorded the rest of the command line of the JVM that loads the classes
     */
    ClassCache(String fileName, List<String> program, List<String> recorded) {
        this.fileName = fileName;
        this.program = program;
        this.recorded = recorded;
    }

    /** Returns the command of a JVM that uses the file. */
    synchronized List<String> command() throws IOException, InterruptedException {
        Path file = Path.of("target", fileName + ".aot").toAbsolutePath();
        if (!exists) {
            Files.deleteIfExists(file);
            List<String> command = new ArrayList<>(command("-XX:AOTCacheOutput=" + file));
            command.addAll(recorded);
            Path output = Path.of("target", fileName + "-classes.log");
            new TestProcess("the record of classes", command, Map.of(), output).run(LIMIT);
            exists = true;
        }
        return command("-XX:AOTCache=" + file);
    }

    private List<String> command(String option) throws IOException {
        return Stream.of(GuestCommand.java(), List.of(option, "-cp", GuestCommand.classPath()), program)
                .flatMap(List::stream)
                .toList();
    }
}
