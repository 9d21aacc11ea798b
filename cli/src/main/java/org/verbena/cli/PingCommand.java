// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.attr.QpType;
import org.verbena.cli.command.Interruption;
import org.verbena.cli.command.Progress;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.ConstantNames;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.HostPort;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.option.SecretOptions;
import org.verbena.cli.option.WaitOption;
import org.verbena.cli.option.Whole;
import org.verbena.cli.ping.CmPing;
import org.verbena.cli.ping.PingPlan;
import org.verbena.cli.ping.PingResult;
import org.verbena.cli.ping.PingSession;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.NamedFile;
import org.verbena.cli.text.Terminal;
import org.verbena.cli.text.UsageException;
import org.verbena.cm.ConnectionManager;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code verbena ping}, which sends messages back and forth, verifies them and measures round trips. */
@Command(
        name = "ping",
        description = {
            "Send messages to a queue pair that returns them, verify every byte, and measure the round-trip time.",
            "By default, both queue pairs belong to this process and device. To ping another process or host, run "
                    + "'verbena ping --listen' there and --connect here. The two sides find each other over TCP. "
                    + "They can use different providers."
        },
        footer = {
            "  verbena ping --profile mlx5 --count 100000",
            "  verbena ping --device rxe0 --type UD --size 256 --html ping.html",
            "  verbena ping --provider ffm --listen 0.0.0.0:18515",
            "  verbena ping --provider jna --connect node1:18515 --type UC --count 1000",
            "  verbena ping --listen 0.0.0.0:18515 --secret-file ping.secret",
            "  verbena ping --cm --connect 192.168.99.1:18515"
        })
final class PingCommand extends Subcommand {
    @Mixin
    private final ProviderSelection providerSelection;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(
            names = "--listen",
            paramLabel = "[ADDRESS]:PORT",
            converter = HostPort.Converter.class,
            description = "Wait for a peer to connect, and answer its messages. Without an address, only this host "
                    + "can connect. 0.0.0.0 stands for all addresses. The peer chooses the type, the size and the "
                    + "number of messages.")
    private @Nullable HostPort listen;

    @Option(
            names = "--connect",
            paramLabel = "HOST:PORT",
            converter = HostPort.Converter.class,
            description = "Ping the peer that listens at this address.")
    private @Nullable HostPort connect;

    @Option(
            names = "--cm",
            description = "Connect by the connection manager (librdmacm) instead of TCP, over RC. The address selects "
                    + "the device.")
    private boolean cm;

    @Mixin
    private final SecretOptions secret = new SecretOptions();

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            converter = ConstantNames.OfPingType.class,
            completionCandidates = ConstantNames.OfPingType.class,
            description = "qp_type: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private QpType type = QpType.RC;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            converter = Whole.MessageSize.class,
            description = "Size of a message in bytes. Default: ${DEFAULT-VALUE}.")
    private long size = 64;

    @Option(
            names = "--count",
            paramLabel = "N",
            converter = Whole.Count.class,
            description = "Number of round trips to measure. Default: ${DEFAULT-VALUE}.")
    private long count = 10_000;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            converter = Whole.CountOrNone.class,
            description = "Number of round trips before the measurement. Default: ${DEFAULT-VALUE}.")
    private long warmup = 1_000;

    @Option(names = "--inline", description = "Post messages inline on this side.")
    private boolean inline;

    @Option(
            names = "--timeout",
            paramLabel = "MILLISECONDS",
            converter = Whole.Millis.class,
            description = "Time limit for an answer. Over RC, a timeout is an error. Over UC and UD, the message "
                    + "counts as lost. Default: ${DEFAULT-VALUE}.")
    private long timeout = 5_000;

    @Option(
            names = "--handshake-timeout",
            paramLabel = "MILLISECONDS",
            converter = Whole.Millis.class,
            description = "Time limit for each step of the handshake with the peer. Default: ${DEFAULT-VALUE}.")
    private long handshakeTimeout = 10_000;

    @Option(
            names = "--port",
            paramLabel = "N",
            converter = Whole.Port.class,
            description = "Port number of the device. Default: ${DEFAULT-VALUE}.")
    private long port = 1;

    @Option(
            names = "--gid-index",
            paramLabel = "N",
            converter = Whole.Index.class,
            description = "Index of the source GID. Default: the first RoCEv2 GID that is not link-local, "
                    + "IPv4 before IPv6.")
    private @Nullable Long gidIndex;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with a chart of the percentiles. The page needs no other file and no network.")
    private @Nullable Path html;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private @Nullable Interruption interruption;
    private boolean failed;

    PingCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public String run(CommandReport report) {
        PingPlan plan = plan();
        Connector connector = Connector.create(settings());
        VerbsProvider provider = listen == null && connect == null
                ? providerSelection.choose(report)
                : providerSelection.chooseForPeer(report);
        if (cm) {
            return runWithCm(report, provider, plan);
        }
        Device chosen = device.choose(provider, report);
        Interruption stopped = new Interruption();
        interruption = stopped;
        try (DeviceContext context = chosen.open()) {
            PingSession session = new PingSession(context, connector, Duration.ofMillis(handshakeTimeout), stopped);
            String where = chosen.name() + " of provider " + provider.name();
            return listen == null
                    ? measure(report, session, plan, where)
                    : answer(report, session, listen, plan, where, stopped);
        }
    }

    private String runWithCm(CommandReport report, VerbsProvider provider, PingPlan plan) {
        Interruption stopped = new Interruption();
        interruption = stopped;
        String where = "provider " + provider.name();
        try (ConnectionManager manager = ConnectionManager.open(provider)) {
            CmPing ping = new CmPing(manager, stopped);
            if (connect != null) {
                InetSocketAddress address = connect.address();
                return measure(report, plan, where, stopped, progress -> ping.connect(address, plan, progress));
            }
            InetSocketAddress address = Objects.requireNonNull(listen).address();
            PingSession.FailedConnections failures = new PingSession.FailedConnections(this::warn);
            wait.start(stopped);
            return answered(
                    report, ping.answer(address, plan, this::printListening, failures), where, failures, stopped);
        }
    }

    private String measure(CommandReport report, PingSession session, PingPlan plan, String where) {
        return measure(
                report,
                plan,
                where,
                session.stopped(),
                progress -> connect == null
                        ? session.loopback(plan, progress)
                        : session.connect(connect.address(), plan, progress));
    }

    private String measure(
            CommandReport report,
            PingPlan plan,
            String where,
            BooleanSupplier stopped,
            Function<LongConsumer, PingResult> run) {
        put(report, plan);
        report.put("count", count);
        report.put("warmup", warmup);
        report.put("inline", inline);
        PingResult result;
        try (Progress progress = new Progress(spec, warmup + count)) {
            result = run.apply(progress);
        }
        failed = result.failure().isPresent();
        report.put("answered", result.answered());
        report.put("lost", result.lost());
        report.put("interrupted", stopped.getAsBoolean());
        report.put("failure", result.failure().orElse(null));
        report.put("messages_per_second", result.messagesPerSecond());
        report.put("round_trip_ns", result.nanos());
        report.put("distribution", result.distribution());
        result.failure().ifPresent(this::warn);
        if (result.lost() > 0) {
            warn(result.lost() + " messages were lost; " + type + " does not retransmit");
        }
        if (html != null) {
            report.writePage("ping", html);
        }
        return where + ": " + describe(plan) + "\n\n" + result.text() + (html == null ? "" : "\n\nWrote " + html);
    }

    private String answer(
            CommandReport report,
            PingSession session,
            HostPort where,
            PingPlan ours,
            String name,
            Interruption interruption) {
        try (ConnectorListener listener = session.connector().listen(where.address())) {
            interruption.onRequest(listener::close);
            printListening(listener.localAddress());
            wait.start(interruption);
            PingSession.FailedConnections failures = new PingSession.FailedConnections(this::warn);
            return answered(
                    report,
                    session.answer(listener, ours, failures, interruption::clientConnected),
                    name,
                    failures,
                    interruption);
        }
    }

    private void printListening(InetSocketAddress address) {
        Terminal.err(spec.commandLine()).println("listening on " + address);
    }

    private static String answered(
            CommandReport report,
            Optional<PingSession.Answered> answered,
            String name,
            PingSession.FailedConnections failures,
            Interruption stopped) {
        stopped.requireClient();
        answered.ifPresent(known -> put(report, known.plan()));
        long messages = answered.map(PingSession.Answered::messages).orElse(0L);
        report.put("answered", messages);
        report.put("failed_connections", failures.count());
        report.put("interrupted", stopped.getAsBoolean());
        return name + answered.map(known -> ": " + describe(known.plan())).orElse("") + "\n\n" + messages
                + " messages answered"
                + (failures.count() == 0 ? "" : ", " + failures.count() + " other connections failed");
    }

    private static void put(CommandReport report, PingPlan plan) {
        report.put("qp_type", plan.type().cName());
        report.put("size", plan.size());
    }

    private static String describe(PingPlan plan) {
        return plan.type() + ", messages of " + plan.size() + " bytes";
    }

    @Override
    public int status() {
        return failed ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    @Override
    public void printed() {
        if (interruption != null) {
            interruption.close();
        }
    }

    private PingPlan plan() {
        requireTogether();
        if (html != null) {
            NamedFile.requireWritable(html);
        }
        return new PingPlan(type, (int) size, count, warmup, inline, Duration.ofMillis(timeout));
    }

    private void requireTogether() {
        if (listen != null && connect != null) {
            throw new UsageException("--listen and --connect exclude each other");
        }
        if (secret.given() && listen == null && connect == null) {
            throw new UsageException("--secret-file and --secret-env require --listen or --connect");
        }
        if (cm) {
            requireSuitsCm();
        }
        if (listen != null && html != null) {
            throw new UsageException("--html and --listen exclude each other: only the connecting side measures");
        }
    }

    private void requireSuitsCm() {
        if (listen == null && connect == null) {
            throw new UsageException("--cm requires --listen or --connect");
        }
        if (type != QpType.RC) {
            throw new UsageException("--cm requires --type RC, the type of connections");
        }
        if (device.isNamed() || gidIndex != null) {
            throw new UsageException("--cm excludes --device and --gid-index: the address selects the device");
        }
        if (secret.given()) {
            throw new UsageException("--cm excludes --secret-file and --secret-env: the connection manager has none");
        }
    }

    private ConnectorSettings settings() {
        // --timeout limits the wait for an answer: with a retry_cnt of 7, rdma_rxe does not give up first.
        ConnectorSettings.Builder settings = ConnectorSettings.builder()
                .portNum((int) port)
                .retryCnt(7)
                .requestTimeout(Duration.ofMillis(handshakeTimeout));
        if (gidIndex != null) {
            settings.gidIndex(gidIndex.intValue());
        }
        secret.apply(settings);
        return settings.build();
    }
}
