// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Runs an unpacked Karaf that uses only its own repository. */
final class Karaf {
    private static final int MINUTES = 5; // only a failing session takes this long
    private static final String COMMANDS = "Registering commands for bundle org.apache.karaf.features.command/";
    private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;?]*[a-zA-Z]");

    private final Path home;

    Karaf(Path home) throws IOException {
        this.home = home;
        Files.writeString(home.resolve("etc/org.ops4j.pax.url.mvn.cfg"), """
                org.ops4j.pax.url.mvn.defaultRepositories=${karaf.home.uri}${karaf.default.repository}@id=system@snapshots
                org.ops4j.pax.url.mvn.localRepository=${karaf.data}/repository
                org.ops4j.pax.url.mvn.repositories=
                """);
        // The feature scr includes these bundles for the shell, JMX and the web console. Karaf would fetch them even
        // though no other bundle needs them.
        Files.writeString(home.resolve("etc/org.apache.karaf.features.xml"), """
                <featuresProcessing xmlns="http://karaf.apache.org/xmlns/features-processing/v1.0.0">
                  <blacklistedBundles>
                    <bundle>mvn:org.apache.karaf.scr/*</bundle>
                    <bundle>mvn:org.apache.felix/org.apache.felix.inventory</bundle>
                    <bundle>mvn:org.apache.felix/org.apache.felix.webconsole.plugins.ds</bundle>
                  </blacklistedBundles>
                </featuresProcessing>
                """);
    }

    /**
     * Starts Karaf with empty data and types commands. The end of input then stops Karaf. Returns the terminal output.
     */
    String session(Path jdk, List<String> commands) throws IOException, InterruptedException {
        Path shown = home.resolve("shown.txt");
        Path log = home.resolve("data/log/karaf.log");
        Files.deleteIfExists(log);
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/karaf").toString(), "clean")
                .redirectErrorStream(true)
                .redirectOutput(shown.toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        Process process = builder.start();
        try {
            awaitCommands(process, log);
            try (Writer keyboard = process.outputWriter()) {
                keyboard.write(String.join("\n", commands) + "\n");
            }
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw new AssertionError("Karaf does not stop; it shows:\n" + Files.readString(shown));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return COLOUR.matcher(Files.readString(shown)).replaceAll("");
    }

    /** Waits for the commands, because the prompt may appear before they are registered. */
    private static void awaitCommands(Process process, Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        while (!Files.exists(log) || !Files.readString(log).contains(COMMANDS)) {
            if (!process.isAlive() || System.nanoTime() - end > 0) {
                throw new AssertionError("Karaf does not register its commands; see " + log);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
