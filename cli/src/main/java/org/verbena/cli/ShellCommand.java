// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.verbena.ProviderLookup;
import org.verbena.cli.caps.CapsCommand;
import org.verbena.cli.create.CreateQpCommand;
import org.verbena.cli.create.CreateWqCommand;
import org.verbena.cli.doctor.DoctorCommand;
import org.verbena.cli.explain.ExplainCommand;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A command for shells inside other programs, such as those of OSGi frameworks. It has the same options, output and
 * exit status as the {@code verbena} command in a terminal. Commands that run until they are interrupted, or that wait
 * for a peer, are excluded. No command exits the JVM.
 */
public enum ShellCommand {
    /** Lists the providers, and whether each can be used. */
    PROVIDERS(lookup -> new CommandLine(new ProvidersCommand(lookup))),

    /** Lists the devices of a provider: {@code ibv_get_device_list}. */
    DEVICES(lookup -> new CommandLine(new DevicesCommand(lookup))),

    /** Shows the attributes of a device: {@code ibv_query_device_ex}, {@code ibv_query_port}. */
    INFO(lookup -> new CommandLine(new InfoCommand(lookup))),

    /** Shows what a device grants for a queue pair: {@code ibv_create_qp}, {@code ibv_create_qp_ex}. */
    CREATE_QP(lookup -> new CommandLine(new CreateQpCommand(lookup))),

    /** Shows what a device grants for a work queue: {@code ibv_create_wq}. */
    CREATE_WQ(lookup -> new CommandLine(new CreateWqCommand(lookup))),

    /** Shows what a driver would answer to a call, and why. */
    EXPLAIN(ExplainCommand::commandLine),

    /** Shows what drivers grant for each requested value. */
    CAPS(lookup -> new CommandLine(new CapsCommand(lookup))),

    /** Checks step by step whether this machine and this JVM can use devices. */
    DOCTOR(lookup -> new CommandLine(new DoctorCommand(lookup))),

    /**
     * Lists the open handles of this JVM, with the code that created each and the time of creation. This command does
     * not exist in a terminal, because no other code uses the JVM of {@code verbena}.
     */
    HANDLES(lookup -> new CommandLine(new HandlesCommand()));

    // The prefix of the examples in the help of a command.
    private static final String EXAMPLE = "  verbena ";

    @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
    private final Function<ProviderLookup, CommandLine> maker;

    ShellCommand(Function<ProviderLookup, CommandLine> maker) {
        this.maker = maker;
    }

    /**
     * Returns the name of the command.
     *
     * @return the name as the user types it, for example {@code create-qp}
     */
    public String commandName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Creates a command, which can be executed once. It prints to the output and error writers that the caller sets,
     * without colours. An unexpected exception prints one line there, and logs a stack trace to the logger
     * {@code org.verbena.cli}.
     *
     * @param prefix the text before the name, for example {@code "verbs:"}, as help and errors show it
     * @param lookup the lookup for providers
     * @return the command; its exit status is 0 on success, 1 if a device or provider rejects a request, and 2 if the
     *     arguments are wrong
     */
    public CommandLine commandLine(String prefix, ProviderLookup lookup) {
        ErrorHandler handler = new ErrorHandler();
        CommandLine command = maker.apply(lookup)
                .setCommandName(prefix + commandName())
                .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
                .setParameterExceptionHandler(handler)
                .setExecutionExceptionHandler(handler);
        command.getSubcommands().values().forEach(call -> showPrefix(call, prefix));
        showPrefix(command, prefix);
        return command;
    }

    private static void showPrefix(CommandLine command, String prefix) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.footer(Arrays.stream(usage.footer())
                .map(line -> line.startsWith(EXAMPLE) ? "  " + prefix + line.substring(EXAMPLE.length()) : line)
                .toArray(String[]::new));
    }
}
