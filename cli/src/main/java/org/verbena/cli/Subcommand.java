package org.verbena.cli;

import java.util.concurrent.Callable;
import org.verbena.Diagnosis;
import org.verbena.InvalidRequestException;
import org.verbena.NoProviderException;
import org.verbena.VerbsException;
import org.verbena.cli.ping.PingException;
import org.verbena.connect.ConnectorException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all subcommands have in common: text or JSON, refusals and the exit status. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n")
abstract class Subcommand implements Callable<Integer> {
    @Option(names = "--json", order = Integer.MAX_VALUE, description = "Print one JSON object instead of text.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /**
     * Does the work.
     *
     * @param report takes what becomes known, so that a refusal can say how far things went
     * @return the same for people
     */
    abstract String run(Report report);

    /** The exit status after {@link #run}: 0 unless what was found out is bad news. */
    int status() {
        return ExitCode.OK;
    }

    /** Whatever there was to print has been printed. */
    void printed() {}

    @Override
    public final Integer call() {
        Report report = new Report();
        try {
            String text = run(report);
            report.notices().forEach(this::warn);
            return print(json ? report.toJson() : text) ? status() : ExitCode.SOFTWARE;
        } catch (VerbsException | NoProviderException | ConnectorException | PingException e) {
            report.notices().forEach(this::warn);
            refused(report, e);
            return e instanceof InvalidRequestException ? ExitCode.USAGE : ExitCode.SOFTWARE;
        } finally {
            printed();
        }
    }

    /** Prints a line to standard error. */
    final void warn(String what) {
        Terminal.err(spec.commandLine()).println(spec.qualifiedName() + ": " + what);
    }

    private void refused(Report report, RuntimeException refusal) {
        if (json) {
            report.put("error", CStruct.of(Refusal.of(refusal)));
            print(report.toJson());
        } else {
            warn(text(refusal));
        }
    }

    private static String text(RuntimeException refusal) {
        if (refusal instanceof InvalidRequestException
                || !(refusal instanceof VerbsException e)
                || e.diagnosis().equals(Diagnosis.UNKNOWN)) {
            return String.valueOf(refusal.getMessage());
        }
        return e.verb() + " on " + e.object() + " failed with " + e.errno() + "\n\n" + DiagnosisText.of(e.diagnosis());
    }

    /** Returns whether the text has been written: to a full disk or a closed pipe it cannot. */
    private boolean print(String text) {
        Terminal.out(spec.commandLine()).println(text);
        if (spec.commandLine().getOut().checkError()) {
            warn("the result cannot be written to standard output");
            return false;
        }
        return true;
    }
}
