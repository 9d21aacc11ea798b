// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the {@code verbena} command in a separate process, as a shell does. */
final class Verbena {
    private Verbena() {}

    /** Runs the command with {@code --json} and returns its output. The command must succeed. */
    static JsonObject json(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "org.verbena.cli.Main"));
        command.addAll(List.of(args));
        command.add("--json");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", args) + ": exit status " + process.exitValue());
        }
        try {
            return JsonParser.object().from(output);
        } catch (JsonParserException e) {
            throw new AssertionError("not one JSON object: " + output, e);
        }
    }
}
