// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.verbena.ProviderLookup;
import org.verbena.cli.Main;
import picocli.CommandLine;

/**
 * Runs commands of {@code verbena} for {@code in-one-jvm.sh}. Each line of the standard input is a command. It consists
 * of the pipe for the exit status, the process that receives the output, and the arguments.
 */
public final class CommandServer {
    private CommandServer() {}

    /**
     * Runs commands until the standard input ends.
     *
     * @param args ignored
     */
    public static void main(String[] args) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] words = line.split(" ");
            new Thread(() -> run(Path.of(words[0]), words[1], Arrays.copyOfRange(words, 2, words.length))).start();
        }
    }

    private static void run(Path pipe, String process, String[] arguments) {
        try {
            Files.writeString(pipe, execute(process, arguments) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int execute(String process, String[] arguments) throws IOException {
        try (PrintWriter out = writer(process, 1);
                PrintWriter err = writer(process, 2)) {
            CommandLine command = Main.commandLine(ProviderLookup.create());
            return command.setOut(out).setErr(err).execute(arguments);
        }
    }

    /** Returns a writer to an open file of a process. The writer appends, because both streams may be one file. */
    private static PrintWriter writer(String process, int descriptor) throws IOException {
        String file = "/proc/" + process + "/fd/" + descriptor;
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(file, true)), true);
    }
}
