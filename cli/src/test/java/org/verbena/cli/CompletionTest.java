// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.ProviderLookup;

/** Checks the completion script in a real bash. */
class CompletionTest {
    @TempDir
    private static Path directory;

    private static Path script;

    @BeforeAll
    static void generate() throws IOException {
        CliRun run = CliRun.of(ProviderLookup.create(), "generate-completion");
        assertThat(run.exitCode()).isZero();
        script = Files.writeString(directory.resolve("completion"), run.out());
    }

    @Test
    void completesCommands() throws Exception {
        assertThat(complete("pin")).containsExactlyInAnyOrder("ping", "pingpong");
        assertThat(complete("doc")).containsExactly("doctor");
        assertThat(complete("explain", "create-")).contains("create-qp", "create-wq", "create-srq", "create-cq");
    }

    @Test
    void completesOptions() throws Exception {
        assertThat(complete("ping", "--co")).containsExactlyInAnyOrder("--connect", "--count");
    }

    @Test
    void completesTheValuesOfAnOption() throws Exception {
        assertThat(complete("create-qp", "--profile", "mlx")).contains("mlx4", "mlx5");
    }

    /** Returns the completions that bash offers for the last word. */
    private static List<String> complete(String... words) throws IOException, InterruptedException {
        List<String> line =
                Stream.concat(Stream.of("verbena"), Stream.of(words)).toList();
        String program = """
                source %s
                COMP_WORDS=(%s)
                COMP_CWORD=%d
                COMP_LINE='%s'
                COMP_POINT=%d
                $(complete -p verbena | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
                printf '%%s\\n' "${COMPREPLY[@]}"
                """.formatted(
                        script,
                        String.join(" ", line),
                        line.size() - 1,
                        String.join(" ", line),
                        String.join(" ", line).length());
        // A completion function prints an error if bash does not call it for a line that a user types.
        Process bash = new ProcessBuilder("bash", "--norc", "-c", program)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(output).isZero();
        return output.lines().map(String::strip).toList();
    }
}
