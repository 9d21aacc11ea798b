// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts a separate JVM and reads its output. */
final class Jvm {
    /**
     * The outcome of a JVM.
     *
     * @param status its exit status
     * @param output its output on both streams
     */
    record Result(int status, String output) {}

    private final List<String> command = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

    private Jvm(Jdk jdk) {
        command.add(jdk.home().resolve("bin/java").toString());
        if (jdk.feature() >= 24) {
            // A later JDK has this default.
            command.add("--illegal-native-access=deny");
        }
    }

    static Jvm of(Jdk jdk) {
        return new Jvm(jdk);
    }

    Jvm with(String... arguments) {
        command.addAll(List.of(arguments));
        return this;
    }

    Jvm preload(Path library) {
        environment.put("LD_PRELOAD", library.toString());
        return this;
    }

    Result run() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + command + "\n" + output);
        }
        return new Result(process.exitValue(), command + "\n" + output);
    }
}
