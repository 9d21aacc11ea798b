// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.verbena.ProviderLookup;
import org.verbena.provider.sim.SimProvider;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Fuzzes the command line, with one argument per line.
 *
 * <p>The simulator is the only provider. A vector, configurations, steps, known differences and a directory are files
 * in memory. Arguments that name another file are not opened.
 */
public class CommandFuzz {
    private static final ProviderLookup LOOKUP =
            ProviderLookup.in(ClassLoader.getPlatformClassLoader()).with(List.of(new SimProvider()));

    private static final FileSystem FILES = Jimfs.newFileSystem(Configuration.unix());

    /**
     * The command line, which is created once because this takes longer than most commands. picocli resets every option
     * to its default for each line.
     */
    private static final CommandLine COMMAND = Main.commandLine(LOOKUP)
            .setUsageHelpAutoWidth(false)
            .setExpandAtFiles(false)
            .registerConverter(Path.class, FILES::getPath);

    /** The maximum number of steps of a command, so that it ends quickly. */
    private static final long MOST_STEPS = 100;

    private static final int MOST_BYTES = 1 << 12;

    @FuzzTest
    void noInputDoesHarm(byte[] input) throws IOException {
        String[] arguments = new String(input, StandardCharsets.UTF_8).split("\n", -1);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Run run = new Run();
        writeFiles();
        int status = COMMAND.setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionStrategy(run)
                .execute(arguments);

        assertThat(status).as(err::toString).isIn(ExitCode.OK, ExitCode.SOFTWARE, ExitCode.USAGE);
        assertThat(err.toString()).doesNotContain("\tat ");
        if (run.isJsonExpected() && status == ExitCode.OK) {
            requireJson(out.toString());
        }
    }

    /** Writes the same files for each input, so that earlier inputs have no influence. */
    private static void writeFiles() throws IOException {
        Path directory = FILES.getPath("");
        try (Stream<Path> old = Files.list(directory)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        Files.writeString(
                FILES.getPath("v"),
                "{'driver':'mlx5','config':'a','op':'create_cq','request':{'cqe':7},'granted':{'cqe':7}}"
                        .replace('\'', '"'));
        Files.writeString(FILES.getPath("c"), "{\"a\":{\"driver\":\"mlx5\",\"limits\":{\"max_cqe\":63}}}");
        Files.writeString(FILES.getPath("s"), "1 alloc_pd\n2 create_cq cqe=7\n");
        Files.writeString(FILES.getPath("w"), "outcome | ^create_cq | it rounds | nowhere\n");
        Files.createDirectory(FILES.getPath("d"));
    }

    private static void requireJson(String text) {
        try {
            JsonParser.object().from(text);
        } catch (JsonParserException e) {
            throw new AssertionError("not one JSON object: " + text, e);
        }
    }

    /** Runs commands that end quickly by themselves. Only parses the arguments of other commands. */
    private static final class Run implements IExecutionStrategy {
        private boolean json;

        @Override
        public int execute(ParseResult all) {
            ParseResult command = all;
            while (command.hasSubcommand()) {
                command = command.subcommand();
            }
            boolean help = command.isUsageHelpRequested() || command.isVersionHelpRequested();
            if (!help && !endsSoon(command)) {
                return ExitCode.OK;
            }
            json = !help && command.matchedOptionValue("--json", false);
            return new RunLast().execute(all);
        }

        boolean isJsonExpected() {
            return json;
        }

        private static boolean endsSoon(ParseResult command) {
            if (command.hasMatchedOption("--option")) {
                return false; // An option of the simulator can name an output file or open sockets.
            }
            return switch (command.commandSpec().name()) {
                case "pingpong" -> false; // It needs a peer.
                case "doctor" -> false; // It opens a socket, and its answer depends on this machine.
                // Both sides run in this process, without a network.
                case "ping" ->
                    !command.hasMatchedOption("--listen")
                            && !command.hasMatchedOption("--connect")
                            && number(command, "--count") <= MOST_STEPS
                            && number(command, "--warmup") <= MOST_STEPS
                            && number(command, "--size") <= MOST_BYTES;
                case "walk" -> number(command, "--steps") <= MOST_STEPS;
                case "record" -> number(command, "--count") <= MOST_STEPS;
                default -> true;
            };
        }

        private static long number(ParseResult command, String option) {
            Number number = command.commandSpec().findOption(option).getValue();
            return number.longValue();
        }
    }
}
