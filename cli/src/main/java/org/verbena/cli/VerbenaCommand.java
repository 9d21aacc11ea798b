package org.verbena.cli;

import org.verbena.cli.command.Version;
import picocli.CommandLine.Command;

/** The top-level command. Its subcommands do the work. */
@Command(
        name = "verbena",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
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
final class VerbenaCommand {}
