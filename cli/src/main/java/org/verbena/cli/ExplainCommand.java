package org.verbena.cli;

import org.verbena.ProviderLookup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code verbena explain}, which shows what a driver would answer, and why. Each call is a subcommand. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Say what the driver of a device would answer to a call, and why, without making it.",
            "A model of the driver is asked. It knows the rules of the driver's sources, with the limits that the device "
                    + "reports; what no rule can know, such as memory that runs out, is taken to go well."
        },
        synopsisSubcommandLabel = "CALL",
        commandListHeading = "%nCalls:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  verbena explain create-qp --profile mlx5 --type RC --max-send-wr 16384 \\",
            "      --max-send-sge 1",
            "  verbena explain modify-qp --profile mlx5 --from INIT --to RTR --mask AV,PATH_MTU",
            "  verbena explain max --profile mlx5 --attr max_inline_data"
        })
final class ExplainCommand {
    private ExplainCommand() {}

    static CommandLine commandLine(ProviderLookup lookup) {
        return new CommandLine(new ExplainCommand())
                .addSubcommand(new ExplainCreateQpCommand(lookup))
                .addSubcommand(new ExplainCreateWqCommand(lookup))
                .addSubcommand(new ExplainCreateSrqCommand(lookup))
                .addSubcommand(new ExplainCreateCqCommand(lookup))
                .addSubcommand(new ExplainModifyQpCommand(lookup))
                .addSubcommand(new ExplainMaxCommand(lookup));
    }
}
