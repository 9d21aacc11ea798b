package org.verbena.cli;

import org.verbena.ProviderLookup;
import org.verbena.cli.caps.CapsCommand;
import org.verbena.cli.create.CreateQpCommand;
import org.verbena.cli.create.CreateWqCommand;
import org.verbena.cli.explain.ExplainCommand;
import org.verbena.cli.fidelity.RecordCommand;
import org.verbena.cli.fidelity.ReplayCommand;
import org.verbena.cli.fidelity.WalkCommand;
import picocli.CommandLine;

/**
 * The entry point of the {@code verbena} command. The exit status is 0 on success, 1 if a device or provider rejects a
 * request, and 2 for a wrong command line.
 */
public final class Main {
    private Main() {}

    /**
     * Runs the command and exits the JVM.
     *
     * @param args the arguments; {@code --help} explains them
     */
    public static void main(String[] args) {
        System.exit(commandLine(ProviderLookup.create()).execute(args));
    }

    /** Creates the command with its subcommands. They look for providers in {@code lookup}. */
    static CommandLine commandLine(ProviderLookup lookup) {
        return new CommandLine(new VerbenaCommand())
                .addSubcommand(new ProvidersCommand(lookup))
                .addSubcommand(new DevicesCommand(lookup))
                .addSubcommand(new InfoCommand(lookup))
                .addSubcommand(new CreateQpCommand(lookup))
                .addSubcommand(new CreateWqCommand(lookup))
                .addSubcommand(ExplainCommand.commandLine(lookup))
                .addSubcommand(new CapsCommand(lookup))
                .addSubcommand(new PingCommand(lookup))
                .addSubcommand(new WalkCommand(lookup))
                .addSubcommand(new ReplayCommand(lookup))
                .addSubcommand(new RecordCommand(lookup))
                .addSubcommand(new CommandLine.HelpCommand())
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(new UsageErrorHandler())
                .setExecutionExceptionHandler(new UnforeseenErrorHandler());
    }
}
