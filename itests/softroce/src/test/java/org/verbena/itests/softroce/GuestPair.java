// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.verbena.tck.engine.TestProcess;

/** Runs two guests on one wire. A script runs programs in C in one of them, and a program in Java in the other. */
final class GuestPair {
    static final String KERNEL = "6.12";
    private static final String KERNEL_OF_C = "6.1";

    private final Path wire;
    private final Path script;
    private final Path share;

    /**
     * Creates a pair.
     *
     * @param wire a directory with a short path, because the path of a socket has at most 108 bytes
     * @param script the script of both guests
     * @param share the directory for the results
     */
    GuestPair(Path wire, Path script, Path share) {
        this.wire = wire;
        this.script = script;
        this.share = share;
    }

    static void check() throws IOException, InterruptedException {
        GuestCommand.check(KERNEL);
        GuestCommand.check(KERNEL_OF_C);
    }

    /**
     * Runs the script in both guests, and checks that it succeeds.
     *
     * @param options the options of the Java program, which the script adds to the command
     * @param command the command line of the Java program
     */
    void run(String options, List<String> command) throws IOException, InterruptedException {
        List<String> java = new ArrayList<>(side(KERNEL, 1, "java"));
        java.add(options);
        java.addAll(command);

        Path cLog = share.resolve("c.log");
        Path javaLog = share.resolve("java.log");
        Process withC = start(side(KERNEL_OF_C, 2, "c"), cLog);
        Process withJava = start(java, javaLog);
        endIfFailed(withC, withJava);
        endIfFailed(withJava, withC);

        assertThat(List.of(withJava.waitFor(), withC.waitFor()))
                .as(() -> "statuses of the guests with Java and with C\n" + TestProcess.lastLines(javaLog) + "\n"
                        + TestProcess.lastLines(cLog))
                .containsOnly(0);
    }

    /** Ends a guest if the other one has failed. Otherwise the program of the guest would wait until its time limit. */
    private static void endIfFailed(Process guest, Process other) {
        other.onExit().thenAccept(ended -> {
            if (ended.exitValue() != 0) {
                guest.destroy();
            }
        });
    }

    private List<String> side(String kernel, int end, String side) throws IOException {
        List<String> command = new ArrayList<>(GuestCommand.bootOnWire(kernel, wire, end, share));
        command.addAll(List.of(
                script.toRealPath().toString(), share.toString(), side, "10.99.0." + end, "10.99.0." + (3 - end)));
        return command;
    }

    private static Process start(List<String> command, Path console) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
    }
}
