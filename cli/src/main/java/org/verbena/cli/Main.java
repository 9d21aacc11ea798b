// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import org.verbena.ProviderLookup;
import org.verbena.cli.caps.CapsCommand;
import org.verbena.cli.cm.MckeyCommand;
import org.verbena.cli.cm.RiostreamCommand;
import org.verbena.cli.cm.RpingCommand;
import org.verbena.cli.cm.RstreamCommand;
import org.verbena.cli.cm.UcmatoseCommand;
import org.verbena.cli.cm.UdaddyCommand;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.create.CreateQpCommand;
import org.verbena.cli.create.CreateWqCommand;
import org.verbena.cli.doctor.DoctorCommand;
import org.verbena.cli.explain.ExplainCommand;
import org.verbena.cli.fidelity.RecordCommand;
import org.verbena.cli.fidelity.ReplayCommand;
import org.verbena.cli.fidelity.WalkCommand;
import org.verbena.cli.packets.PacketsCommand;
import org.verbena.cli.pingpong.PingPongCommand;
import org.verbena.cli.text.TerminalWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The entry point of the {@code verbena} command, whose subcommands do the work. The exit status is 0 on success, 1 if
 * a device or provider rejects a request, and 2 for a wrong command line.
 */
@Command(
        name = "verbena",
        mixinStandardHelpOptions = true,
        versionProvider = Subcommand.Version.class,
        description = {
            "Call RDMA verbs from a shell: list devices, show what they grant, and measure how fast they are.",
            "",
            "A provider accesses the devices. 'ffm' and 'jna' call the system's libibverbs.so.1. 'sim' is a "
                    + "simulator that models a chosen driver. The default is the provider in the system property "
                    + "verbena.provider, else the available provider with the highest priority. 'verbena providers' "
                    + "lists the providers."
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:done",
            "1:the device or the provider failed the request, a difference was found, or no peer answered",
            "2:the command line is wrong, or describes a request that no device can receive"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  verbena devices",
            "  verbena info mlx5_0 --json",
            "  verbena create-qp --provider sim --profile mlx5 --max-send-wr 100 --json",
            "  verbena help create-qp"
        })
public final class Main {
    private Main() {}

    /**
     * Runs the command and exits the JVM.
     *
     * @param args the arguments; {@code --help} explains them
     */
    public static void main(String[] args) {
        CommandLine command = commandLine(ProviderLookup.create());
        if (TerminalWriter.isTerminal(TerminalWriter.STANDARD_ERROR, System.getenv())) {
            command.setErr(new TerminalWriter(command.getErr()));
        }
        System.exit(command.execute(args));
    }

    /**
     * Creates the command with its subcommands.
     *
     * @param lookup the lookup for providers
     * @return the command, for example for a program that generates documentation
     */
    public static CommandLine commandLine(ProviderLookup lookup) {
        ErrorHandler handler = new ErrorHandler();
        return new CommandLine(new Main())
                .addSubcommand(new DoctorCommand(lookup))
                .addSubcommand(new ProvidersCommand(lookup))
                .addSubcommand(new DevicesCommand(lookup))
                .addSubcommand(new InfoCommand(lookup))
                .addSubcommand(new CreateQpCommand(lookup))
                .addSubcommand(new CreateWqCommand(lookup))
                .addSubcommand(ExplainCommand.commandLine(lookup))
                .addSubcommand(new CapsCommand(lookup))
                .addSubcommand(new PingCommand(lookup))
                .addSubcommand(new PingPongCommand(lookup))
                .addSubcommand(new RpingCommand(lookup))
                .addSubcommand(new UcmatoseCommand(lookup))
                .addSubcommand(new UdaddyCommand(lookup))
                .addSubcommand(new MckeyCommand(lookup))
                .addSubcommand(new RstreamCommand(lookup))
                .addSubcommand(new RiostreamCommand(lookup))
                .addSubcommand(new WalkCommand(lookup))
                .addSubcommand(new ReplayCommand(lookup))
                .addSubcommand(new RecordCommand(lookup))
                .addSubcommand(new PacketsCommand())
                .addSubcommand(completion())
                .addSubcommand(new CommandLine.HelpCommand())
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(handler)
                .setExecutionExceptionHandler(handler);
    }

    /** Creates the command of picocli that prints a script for the completion of words in bash and zsh. */
    private static CommandLine completion() {
        CommandLine command = new CommandLine(new AutoComplete.GenerateCompletion());
        command.getCommandSpec()
                .usageMessage()
                .description("Print a script for bash and zsh that completes commands, options and their values.")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  verbena generate-completion",
                        "",
                        "In bash, this line completes in the current shell: source <(verbena generate-completion)");
        return command;
    }
}
