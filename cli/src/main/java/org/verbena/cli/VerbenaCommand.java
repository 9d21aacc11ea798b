package org.verbena.cli;

import org.verbena.cli.command.Version;
import picocli.CommandLine.Command;

/** The top-level command. Its subcommands do the work. */
@Command(
        name = "verbena",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "RDMA verbs from a shell: what devices there are, what they grant, and how fast they are.",
            "",
            "A provider reaches the devices. 'ffm' and 'jna' call the system's libibverbs.so.1; 'sim' is a simulator that "
                    + "answers as a chosen driver does. Without --provider the one of the system property "
                    + "verbena.provider is taken, else the available one of the highest priority; 'verbena providers' "
                    + "lists them."
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:done",
            "1:the device or the provider refused, a difference was found, or nobody answered",
            "2:the command line is wrong, or asks for what no device could be asked"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  verbena devices",
            "  verbena info mlx5_0 --json",
            "  verbena create-qp --provider sim --profile mlx5 --max-send-wr 100 --json",
            "  verbena help create-qp"
        })
final class VerbenaCommand {}
