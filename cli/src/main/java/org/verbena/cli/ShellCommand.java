package org.verbena.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.verbena.ProviderLookup;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A command for shells inside other programs, such as those of OSGi frameworks. It has the options, the output and the
 * exit status that {@code verbena} has for it in a terminal. Commands that run until they are interrupted, or wait for a
 * peer, are not among them, and none ends the JVM.
 */
public enum ShellCommand {
    /** Which providers there are, and which of them can be used. */
    PROVIDERS(lookup -> new CommandLine(new ProvidersCommand(lookup))),

    /** The devices of a provider: {@code ibv_get_device_list}. */
    DEVICES(lookup -> new CommandLine(new DevicesCommand(lookup))),

    /** What a device says of itself: {@code ibv_query_device_ex}, {@code ibv_query_port}. */
    INFO(lookup -> new CommandLine(new InfoCommand(lookup))),

    /** What a device grants for a queue pair: {@code ibv_create_qp}, {@code ibv_create_qp_ex}. */
    CREATE_QP(lookup -> new CommandLine(new CreateQpCommand(lookup))),

    /** What a device grants for a work queue: {@code ibv_create_wq}. */
    CREATE_WQ(lookup -> new CommandLine(new CreateWqCommand(lookup))),

    /** What a driver would answer to a call, and why. */
    EXPLAIN(ExplainCommand::commandLine),

    /** What drivers grant, over what is requested. */
    CAPS(lookup -> new CommandLine(new CapsCommand(lookup))),

    /**
     * What is open in this JVM, who made it and since when. A terminal does not have it: nobody else uses the JVM of
     * {@code verbena}.
     */
    HANDLES(lookup -> new CommandLine(new HandlesCommand()));

    // How the examples begin that a command's help gives.
    private static final String EXAMPLE = "  verbena ";

    @SuppressWarnings("ImmutableEnumChecker") // no maker has state
    private final Function<ProviderLookup, CommandLine> maker;

    ShellCommand(Function<ProviderLookup, CommandLine> maker) {
        this.maker = maker;
    }

    /**
     * The name of the command.
     *
     * @return as it is typed, for example {@code create-qp}
     */
    public String commandName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * A command to be executed once. It prints to the output and error writers that the caller sets, without colours.
     * What the command did not foresee becomes one line there and a stack trace in the log of {@code org.verbena.cli}.
     *
     * @param prefix what is typed before the name, for example {@code "verbs:"}; help and errors show it
     * @param lookup where the command looks for providers
     * @return the command; its exit status is 0 when it is done, 1 when a device or provider refused, and 2 when the
     *     arguments are wrong
     */
    public CommandLine commandLine(String prefix, ProviderLookup lookup) {
        CommandLine command = maker.apply(lookup)
                .setCommandName(prefix + commandName())
                .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
                .setParameterExceptionHandler(new UsageErrorHandler())
                .setExecutionExceptionHandler(new UnforeseenErrorHandler());
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
