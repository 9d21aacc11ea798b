// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.TestProcess;

/** Checks that commands in a pseudo-terminal use colours, unless NO_COLOR is set or the output is a pipe. */
class ColourTest {
    private static final String ESCAPE = "\u001b[";

    @BeforeAll
    static void requireScript() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no /usr/bin/script");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping --help", "doctor"})
    void coloursObeyNoColor(String arguments) throws Exception {
        assertThat(inTerminal(verbena(arguments), Map.of())).contains(ESCAPE);
        assertThat(inTerminal(verbena(arguments), Map.of("NO_COLOR", "1")))
                .isNotBlank()
                .doesNotContain(ESCAPE);
        assertThat(inTerminal(verbena(arguments) + " | cat", Map.of()))
                .isNotBlank()
                .doesNotContain(ESCAPE);
    }

    @Test
    void aBarIsShownOnlyIfStandardErrorIsATerminal() throws Exception {
        String ping = verbena("ping --profile mlx5 --count 200");

        assertThat(inTerminal(ping + " >/dev/null", Map.of()))
                .contains("ping 100% [=")
                .doesNotContain(ESCAPE);
        assertThat(inTerminal(ping + " 2>/dev/null", Map.of())).doesNotContain("100%");
        assertThat(inTerminal(ping + " 2>&1 | cat", Map.of())).doesNotContain("100%", ESCAPE);
    }

    private static String verbena(String arguments) {
        List<String> java =
                TestProcess.java("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        return String.join(" ", java) + " org.verbena.cli.Main " + arguments;
    }

    private static String inTerminal(String command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("script", "-qec", command, "/dev/null").redirectErrorStream(true);
        builder.environment().remove("NO_COLOR");
        builder.environment().put("TERM", "xterm");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
