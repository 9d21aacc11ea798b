// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.verbena.tck.engine.TestProcess;

/** Connects this host and a guest through a tap device in a separate network namespace. */
final class TapNetwork {
    /** The options of {@code verbena} on a simulated device of the host. */
    static final String SIMULATOR = "--provider sim --profile rxe --option address=10.99.0.9";

    private static final Path EXCHANGES = Path.of("src", "test", "sh", "exchanges-over-tap.sh");

    /** The time limit of a run, which is longer than that of the guest. */
    private static final Duration LIMIT = GuestCommand.LIMIT.plusMinutes(5);

    private TapNetwork() {}

    /**
     * Runs a script on this host, and checks that it succeeds. The script receives the directory for the results, the
     * words that boot the guest, and more words. Its output goes to {@code host.log}.
     *
     * @param kernel the series of the guest's kernel
     * @param script the script
     * @param share the directory for the results
     * @param further the other words
     */
    static void run(String kernel, Path script, Path share, List<String> further)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                GuestCommand.script().resolveSibling("on-tap.sh").toString(),
                script.toRealPath().toString(),
                share.toString(),
                String.join(" ", GuestCommand.bootOnTap(kernel, "tap0", share))));
        words.addAll(further);
        new TestProcess(script.toString(), words, Map.of(), share.resolve("host.log")).run(LIMIT);
    }

    /**
     * Runs a script for exchanges on this host with Java and in the guest with C.
     *
     * @param kernel the series of the guest's kernel
     * @param script the script of both ends
     * @param share the directory for the results
     * @param options the options of the Java program, which the script adds to the command
     * @param command the command line of the Java program
     */
    static void runExchanges(String kernel, Path script, Path share, String options, List<String> command)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(script.toRealPath().toString(), options));
        words.addAll(command);
        run(kernel, EXCHANGES, share, words);
    }
}
