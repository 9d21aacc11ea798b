// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.command;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.verbena.NoProviderException;
import org.verbena.cli.text.CommandException;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Refusal;
import org.verbena.cli.text.Terminal;
import org.verbena.connect.ConnectorException;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base class of all subcommands. It prints text or JSON, handles rejected requests, and sets the exit status. */
@Command(
        versionProvider = Subcommand.Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n")
public abstract class Subcommand implements Callable<Integer> {
    /** The last of the options of a command. Those for help follow it. */
    private static final int LAST = Integer.MAX_VALUE - 2;

    @Option(names = "--json", order = LAST, description = "Print one JSON object instead of text.")
    private boolean json;

    @SuppressWarnings("UnusedVariable") // picocli prints the help
    @Option(
            names = {"-h", "--help"},
            order = LAST + 1,
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean help;

    /** The option has no short name: -V is an option of some programs that have a counterpart here. */
    @SuppressWarnings("UnusedVariable") // picocli prints the version
    @Option(
            names = "--version",
            order = LAST + 2,
            versionHelp = true,
            description = "Print version information and exit.")
    private boolean version;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Set while the list of {@link #element} is open. The rest of the JSON object follows it. */
    private boolean inList;

    /**
     * Executes the command.
     *
     * @param report receives each result as soon as it is known, so that the output of a failed command contains it
     * @return the text output; empty if {@link #line} has printed all of it
     */
    public abstract String run(CommandReport report);

    /** Returns the exit status after {@link #run}: 0, unless the result is negative. */
    public int status() {
        return ExitCode.OK;
    }

    /** Runs after all output has been printed. The default does nothing. */
    public void printed() {}

    @Override
    public final Integer call() {
        CommandReport report = new CommandReport();
        try {
            String text = run(report);
            report.notices().forEach(this::warn);
            return print(json ? json(report) : text) ? status() : ExitCode.SOFTWARE;
        } catch (VerbsException | NoProviderException | ConnectorException | CommandException e) {
            report.notices().forEach(this::warn);
            refused(report, new Refusal(e));
            return e instanceof InvalidRequestException ? ExitCode.USAGE : ExitCode.SOFTWARE;
        } finally {
            if (inList) {
                print(json(report)); // the exception is reported elsewhere
            }
            printed();
        }
    }

    /** Prints a line to standard error. */
    public final void warn(String what) {
        Terminal.err(spec.commandLine()).println(spec.qualifiedName() + ": " + what);
    }

    /** Prints a line of the text output immediately. Prints nothing with {@code --json}. */
    protected final void line(String text) {
        if (!json) {
            Terminal.out(spec.commandLine()).println(text);
        }
    }

    /**
     * Prints a line of the text output that begins with a coloured text. The text has no colour if the output is not a
     * terminal, or if {@code NO_COLOR} is set.
     *
     * @param colour the colour
     */
    protected final void line(Style colour, String begin, String rest) {
        if (!json) {
            CommandLine command = spec.commandLine();
            command.getOut().print(command.getColorScheme().apply(Terminal.onOneLine(begin), List.of(colour)));
            line(rest);
        }
    }

    /**
     * Prints an element of a list in the JSON object immediately, because a list can be longer than memory. The list
     * becomes the first member of the object. Prints nothing without {@code --json}.
     *
     * @param list the name of the list, the same in all calls
     * @param members the element
     */
    protected final void element(String list, Map<String, ?> members) {
        if (json) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(inList ? "," : "{" + JsonWriter.string(list) + ":[");
            out.print(Terminal.onOneLine(JsonWriter.string(members)));
            inList = true;
        }
    }

    private String json(CommandReport report) {
        String object = report.toJson();
        if (!inList) {
            return object;
        }
        inList = false;
        return object.equals("{}") ? "]}" : "]," + object.substring(1);
    }

    private void refused(CommandReport report, Refusal refusal) {
        if (json) {
            report.put("error", refusal.members());
            print(json(report));
        } else {
            warn(refusal.text());
        }
    }

    /** Returns whether the text was written. Writing fails if the disk is full or the pipe is closed. */
    private boolean print(String text) {
        if (!text.isEmpty()) {
            Terminal.out(spec.commandLine()).println(text);
        }
        if (spec.commandLine().getOut().checkError()) {
            warn("the result cannot be written to standard output");
            return false;
        }
        return true;
    }

    /** The output of {@code --version}. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            Properties properties = new Properties();
            try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
                properties.load(in);
            }
            return new String[] {
                "verbena " + properties.getProperty("version") + " on Java " + System.getProperty("java.version")
            };
        }
    }
}
