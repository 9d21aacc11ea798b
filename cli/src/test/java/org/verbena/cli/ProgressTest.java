// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.ProviderLookup;
import org.verbena.cli.text.TerminalWriter;

class ProgressTest {
    @TempDir
    private Path directory;

    private static Stream<String> longWork() {
        return Stream.of(
                "ping --profile mlx5 --count 200 --warmup 0",
                "record --profile rxe --count 50",
                "replay ../fidelity/src/test/resources/vectors/mlx5.jsonl",
                "walk --provider sim --steps 300");
    }

    @ParameterizedTest
    @MethodSource("longWork")
    void longWorkShowsABarInATerminalAndErasesIt(String line) {
        CliRun run = run(true, line);

        String name = line.split(" ")[0];
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains(name + " 100% [=").endsWith(" \r").doesNotContain("\n", "\u001b");
        assertThat(run.out()).isNotEmpty().doesNotContain("100% [");
    }

    @ParameterizedTest
    @MethodSource("longWork")
    void longWorkShowsNoBarWithoutATerminal(String line) {
        CliRun run = run(false, line);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).doesNotContain("%", "\r");
    }

    @Test
    void aMessageDoesNotMixWithTheBar() {
        StringWriter err = new StringWriter();
        TerminalWriter terminal = new TerminalWriter(err);

        terminal.showStatus("50%");
        terminal.println("lost");
        terminal.print('x');
        terminal.showStatus("60%");
        terminal.eraseStatus();
        terminal.eraseStatus();

        assertThat(err.toString().split("\r"))
                .containsExactly("50%", "   ", "lost" + System.lineSeparator() + "x60%", "   ");
    }

    @ParameterizedTest
    @CsvSource({
        "/dev/pts/3, xterm, true",
        "/dev/tty1, linux, true",
        "/dev/console, vt220, true",
        "/dev/console, , false",
        "/dev/pts/3, dumb, false",
        "/dev/null, xterm, false",
        "pipe:[1234], xterm, false",
        "/tmp/dev/pts/3, xterm, false"
    })
    void isTerminalChecksTheDeviceAndTheTermVariable(String file, String term, boolean isTerminal) throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("2"), Path.of(file));

        assertThat(TerminalWriter.isTerminal(link, term == null ? Map.of() : Map.of("TERM", term)))
                .isEqualTo(isTerminal);
        // JUnit warns about a link to a file outside of the temporary directory.
        Files.delete(link);
    }

    @Test
    void isTerminalIsFalseWithoutADescriptorFile() {
        assertThat(TerminalWriter.isTerminal(directory.resolve("none"), Map.of()))
                .isFalse();
    }

    private static CliRun run(boolean inTerminal, String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.commandLine(ProviderLookup.create())
                .setOut(new PrintWriter(out))
                .setErr(inTerminal ? new TerminalWriter(err) : new PrintWriter(err))
                .execute(line.split(" "));
        return new CliRun(exitCode, out.toString(), err.toString());
    }
}
