// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.verbena.tck.engine.TestProcess;

/** Connects this host and a guest through a tap device in a separate network namespace. */
final class TapNetwork {
    /** The options of {@code verbena} on a simulated device of the host. */
    static final String SIMULATOR = "--provider sim --profile rxe --option address=10.99.0.9";

    private static final String KERNEL = "6.12";
    private static final Path SCRIPTS = Path.of("src", "test", "sh");

    /** The time limit of a run, which is longer than that of the guest. */
    private static final Duration LIMIT = GuestCommand.LIMIT.plusMinutes(5);

    /**
     * A script for exchanges of Java on this host with C in the guest.
     *
     * @param script the name of the script
     * @param directory the subdirectory for the exchanges and the results
     * @param options the options of the Java program, which the script adds to the command
     */
    record Part(String script, String directory, String options) {
        private String line() {
            return script + " " + directory + " " + options + "\n";
        }
    }

    private TapNetwork() {}

    /**
     * Returns the directory for the results of a test, which exists.
     *
     * @param name its name
     */
    static Path share(String name) throws IOException {
        return Files.createDirectories(Path.of("target", name)).toRealPath();
    }

    /**
     * Runs scripts in turn with one guest, and checks that they succeed. The output goes to {@code host.log}.
     *
     * @param share the directory for the results
     * @param command the command line of the Java program
     * @param parts the scripts
     */
    static void run(Path share, List<String> command, Part... parts) throws IOException, InterruptedException {
        GuestCommand.check(KERNEL);
        Files.writeString(
                share.resolve("parts"), List.of(parts).stream().map(Part::line).collect(Collectors.joining()));
        List<String> words = new ArrayList<>(List.of(
                GuestCommand.script().resolveSibling("on-tap.sh").toString(),
                SCRIPTS.resolve("exchanges-over-tap.sh").toRealPath().toString(),
                share.toString(),
                String.join(" ", GuestCommand.bootOnTap(KERNEL, "tap0", share))));
        words.addAll(command);
        new TestProcess("the exchanges in " + share, words, Map.of(), share.resolve("host.log")).run(LIMIT);
    }
}
