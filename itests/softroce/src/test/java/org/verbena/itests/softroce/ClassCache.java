// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.verbena.itests.softroce.guest.SimClasses;
import org.verbena.tck.engine.TestProcess;

/**
 * Provides an AOT cache with the classes of the conformance kit and of {@code verbena} for JVMs in guests. The host
 * records the cache. Without it, {@code verbena} takes three times as long to start in a guest, and the conformance kit
 * takes 50% longer.
 */
final class ClassCache {
    private static final Path FILE = Path.of("target", "classes.aot").toAbsolutePath();
    private static final Duration LIMIT = Duration.ofMinutes(30);

    /** Whether this run has recorded the file. The file of an earlier run may belong to other jars. */
    private static boolean exists;

    private ClassCache() {}

    /** Returns the command of a JVM that uses the cache. */
    static synchronized List<String> command() throws IOException, InterruptedException {
        if (!exists) {
            Files.deleteIfExists(FILE);
            List<String> command = new ArrayList<>(command("-XX:AOTCacheOutput=" + FILE));
            command.addAll(List.of(
                    "-Dverbena.environment.directory=" + Path.of("target", "class-cache"),
                    "org.junit.platform.console.ConsoleLauncher",
                    "execute",
                    "--details=none",
                    "--select-class=" + SimClasses.class.getName()));
            new TestProcess("the record of classes", command, Map.of(), Path.of("target", "classes.log")).run(LIMIT);
            exists = true;
        }
        return command("-XX:AOTCache=" + FILE);
    }

    private static List<String> command(String option) throws IOException {
        List<String> command = new ArrayList<>(GuestCommand.java());
        command.addAll(List.of(option, "-cp", GuestCommand.classPath()));
        return command;
    }
}
