// SPDX-License-Identifier: Apache-2.0
package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.Verbs;
import org.verbena.tck.guide.GuidePage;

/** Checks the program of the guide, and that log messages reach SLF4J. Each program runs in a separate JVM. */
class GuideTest {
    // Surefire starts tests in their module's directory.
    private static final Path GUIDE = Path.of("../docs/guide/metrics.md");
    private static final Path SOURCE = Path.of("src/test/java/com/example/Metrics.java");

    @TempDir
    Path directory;

    /** A program that logs a warning, because no provider of a real device is on the class path. */
    static final class Lookup {
        private Lookup() {}

        public static void main(String[] args) {
            System.out.println(Verbs.provider().name());
        }
    }

    @Test
    void theProgramPrintsTheDocumentedOutput() throws Exception {
        GuidePage guide = GuidePage.read(GUIDE);
        String program = Files.readString(SOURCE);

        assertThat(guide.blocks("java")).anySatisfy(block -> assertThat(program).endsWith(block));
        assertThat(guide.blocks("text")).contains(run(Metrics.class, "out"));
    }

    @Test
    void messagesGoToSlf4j() throws Exception {
        assertThat(run(Lookup.class, "err")).contains("[main] WARN org.verbena.lookup - ");
    }

    /** Returns what a program prints to one of its streams. */
    private String run(Class<?> program, String stream) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor()).as("%s", Files.readString(err)).isZero();
        return Files.readString(directory.resolve(stream), StandardCharsets.UTF_8);
    }
}
