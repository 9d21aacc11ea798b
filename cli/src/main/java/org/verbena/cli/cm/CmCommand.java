// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Interruption;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.option.WaitOption;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Terminal;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base class of the programs of librdmacm: provider, event channel, time limit and interruption. */
abstract class CmCommand extends Subcommand {
    /** The time limit of C for the resolution of an address or a route. */
    static final Duration RESOLVE_TIMEOUT = Duration.ofSeconds(2);

    @Mixin
    private final ProviderSelection providerSelection;

    @Option(
            names = "--timeout",
            paramLabel = "MILLISECONDS",
            converter = Whole.Millis.class,
            description = "Time limit without an event or a completion, except while a server waits for clients. "
                    + "The connection manager itself gives up after 74 seconds. Default: ${DEFAULT-VALUE}.")
    private long timeout = 100_000;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private @Nullable Interruption interruption;

    CmCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public final String run(CommandReport report) {
        requireConsistent();
        VerbsProvider provider = providerSelection.chooseForPeer(report);
        Interruption stopped = new Interruption();
        interruption = stopped;
        try (ConnectionManager manager = ConnectionManager.open(provider);
                EventChannel channel = manager.createEventChannel()) {
            run(report, new EventLoop(channel, Duration.ofMillis(timeout), stopped));
        }
        return "";
    }

    /** Checks the options together. The default does nothing. */
    void requireConsistent() {}

    /** Does the work. Text output is printed with {@link #line}. */
    abstract void run(CommandReport report, EventLoop loop);

    /** Prints a line to standard error, like the programs in C. */
    final void status(String text) {
        Terminal.err(spec.commandLine()).println(text);
    }

    /** Prints the address of a listener, for a user that waits until clients can connect. */
    final void listening(CmId listener, InetSocketAddress requested) {
        InetSocketAddress address = listener.localAddress().orElse(requested);
        status("listening on " + text(address));
        if (interruption != null) {
            wait.start(interruption);
        }
    }

    static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    @Override
    public void printed() {
        if (interruption != null) {
            interruption.close();
        }
    }
}
