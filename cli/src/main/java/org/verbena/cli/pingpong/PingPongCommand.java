// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.pingpong;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.attr.GidEntry;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.cli.command.Interruption;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.option.WaitOption;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandException;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code verbena pingpong}, which exchanges messages with the ping-pong programs of rdma-core. */
@Command(
        name = "pingpong",
        description = {
            "Exchange messages with ibv_rc_pingpong, ibv_uc_pingpong, ibv_ud_pingpong or ibv_srq_pingpong of rdma-core, "
                    + "or with this command on another host.",
            "Without HOST, wait for a client. Both sides need the same --size, --iters, --mtu and --num-qp."
        },
        footer = {
            "  verbena pingpong --device rxe0",
            "  verbena pingpong --device rxe0 --type UD --size 1000 node1",
            "  verbena pingpong --provider sim --option address=127.0.0.3 127.0.0.1",
            "  verbena pingpong --provider jna --type SRQ --num-qp 4 --iters 5000 --validate node1"
        })
public final class PingPongCommand extends Subcommand {
    private static final int SMALLEST_MTU = 128;
    private static final double BITS_PER_BYTE = 8;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    @Mixin
    private final ProviderSelection providerSelection;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Parameters(arity = "0..1", paramLabel = "HOST", description = "The server. Without it, this side is the server.")
    private @Nullable String host;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "Program of the peer: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private PingPongPlan.Type type = PingPongPlan.Type.RC;

    @Option(
            names = "--port",
            paramLabel = "N",
            converter = Whole.TcpPort.class,
            description = "TCP port of the server. Default: ${DEFAULT-VALUE}.")
    private long port = 18_515;

    @Option(
            names = "--device-port",
            paramLabel = "N",
            converter = Whole.Port.class,
            description = "Port number of the device. Default: ${DEFAULT-VALUE}.")
    private long devicePort = 1;

    @Option(
            names = "--gid-index",
            paramLabel = "N",
            converter = Whole.Index.class,
            description = "Index of the source GID. Default on Ethernet: the first RoCEv2 GID that is not link-local, "
                    + "IPv4 before IPv6. Default on InfiniBand: none.")
    private @Nullable Long gidIndex;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            converter = Whole.MessageSize.class,
            description = "Size of a message in bytes. Default: 4096, for UD 2048.")
    private @Nullable Long size;

    @Option(
            names = "--iters",
            paramLabel = "N",
            converter = Whole.Count.class,
            description = "Number of messages in each direction. Default: ${DEFAULT-VALUE}.")
    private long iters = 1_000;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            converter = Whole.MtuBytes.class,
            description = "Path MTU: 256, 512, 1024, 2048 or 4096. Default: ${DEFAULT-VALUE}.")
    private long mtu = 1024;

    @Option(
            names = "--num-qp",
            paramLabel = "N",
            converter = Whole.SrqQueuePairs.class,
            description = "Number of queue pairs, for SRQ. Default: ${DEFAULT-VALUE}.")
    private long queuePairs = 16;

    @Option(names = "--validate", description = "Check the lengths and the data of messages.")
    private boolean validate;

    @Option(
            names = "--timeout",
            paramLabel = "MILLISECONDS",
            converter = Whole.Millis.class,
            description = "Time limit for each step of the exchange of addresses, and without a completion. "
                    + "Default: ${DEFAULT-VALUE}.")
    private long timeout = 30_000;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private @Nullable Interruption interruption;

    public PingPongCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public String run(CommandReport report) {
        PingPongPlan plan = plan();
        VerbsProvider provider = providerSelection.chooseForPeer(report);
        Device chosen = device.choose(provider, report);
        Interruption stopped = new Interruption();
        interruption = stopped;
        try (DeviceContext context = chosen.open()) {
            PingPongEnd end = new PingPongEnd(context, plan, source(context));
            List<PingPongAddress> peers = connect(end, plan, new Fabric(provider, chosen), stopped);
            PingPongRun run = new PingPongRun(end, plan, stopped);
            if (validate && host != null) {
                run.fill();
            }
            long nanos = run.exchange(host != null);
            if (stopped.getAsBoolean()) {
                throw stopped.failure();
            }
            if (validate) {
                run.check(host != null);
            }
            return result(report, plan, end.addresses(), peers, nanos);
        }
    }

    private PingPongPlan plan() {
        boolean datagrams = type == PingPongPlan.Type.UD;
        return new PingPongPlan(
                type,
                size == null ? (datagrams ? 2048 : 4096) : size.intValue(),
                iters,
                Mtu.of(Long.numberOfTrailingZeros(mtu / SMALLEST_MTU)),
                type == PingPongPlan.Type.SRQ ? (int) queuePairs : 1,
                validate,
                (int) devicePort,
                Duration.ofMillis(timeout));
    }

    private Optional<GidEntry> source(DeviceContext context) {
        if (gidIndex != null) {
            return Optional.of(context.queryGidEntry((int) devicePort, gidIndex.intValue()));
        }
        return context.queryPort((int) devicePort).linkLayer() == LinkLayer.INFINIBAND
                ? Optional.empty()
                : GidEntry.preferred(context.queryGidTable(), (int) devicePort);
    }

    private List<PingPongAddress> connect(PingPongEnd end, PingPongPlan plan, Fabric fabric, Interruption stopped) {
        PingPongExchange exchange = new PingPongExchange(plan.type().addresses(), plan.timeout());
        if (host != null) {
            long start = System.nanoTime();
            long limit = wait.limit().orElse(Duration.ZERO).toNanos();
            List<PingPongAddress> peers = exchange.asClient(
                    host,
                    (int) port,
                    end.addresses(),
                    () -> !stopped.getAsBoolean() && System.nanoTime() - start < limit);
            fabric.requireReachable(peers.get(0));
            end.connect(peers);
            return peers;
        }
        try (ServerSocket server = new ServerSocket((int) port)) {
            stopped.onRequest(() -> close(server));
            wait.start(stopped);
            Terminal.err(spec.commandLine()).println("listening on port " + server.getLocalPort());
            try (Socket client = server.accept()) {
                stopped.clientConnected();
                return exchange.asServer(client, end.addresses(), peers -> {
                    fabric.requireReachable(peers.get(0));
                    end.connect(peers);
                });
            }
        } catch (IOException e) {
            throw stopped.getAsBoolean()
                    ? stopped.failure()
                    : new CommandException("port " + port + ": " + e.getMessage());
        }
    }

    private static void close(ServerSocket server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String result(
            CommandReport report,
            PingPongPlan plan,
            List<PingPongAddress> own,
            List<PingPongAddress> peers,
            long nanos) {
        long bytes = 2L * plan.size() * plan.iters();
        double seconds = nanos / NANOS_PER_SECOND;
        report.put("type", plan.type().name());
        report.put("size", plan.size());
        report.put("iters", plan.iters());
        report.put("local", own.stream().map(PingPongCommand::members).toList());
        report.put("remote", peers.stream().map(PingPongCommand::members).toList());
        report.put("bytes", bytes);
        report.put("duration_ns", nanos);
        StringBuilder text = new StringBuilder();
        own.forEach(address ->
                text.append("  local address:  ").append(address.line()).append('\n'));
        peers.forEach(address ->
                text.append("  remote address: ").append(address.line()).append('\n'));
        return text.append(String.format(
                        Locale.ROOT,
                        "%d bytes in %.2f seconds = %.2f Mbit/sec%n%d iters in %.2f seconds = %.2f usec/iter",
                        bytes,
                        seconds,
                        bytes * BITS_PER_BYTE * NANOS_PER_MICRO / nanos,
                        plan.iters(),
                        seconds,
                        nanos / NANOS_PER_MICRO / plan.iters()))
                .toString();
    }

    private static Map<String, Object> members(PingPongAddress address) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("lid", address.lid());
        members.put("qpn", address.qpn());
        members.put("psn", address.psn());
        members.put("gid", address.gid().toString());
        return members;
    }

    @Override
    public void printed() {
        if (interruption != null) {
            interruption.close();
        }
    }

    /** The devices that a simulated device reaches. Without this check, two simulators would wait for each other. */
    private record Fabric(VerbsProvider provider, Device device) {
        void requireReachable(PingPongAddress peer) {
            if (device.fabric().isEmpty()) {
                return;
            }
            for (Device other : provider.devices()) {
                try (DeviceContext context = other.open()) {
                    if (context.queryGidTable().stream()
                            .anyMatch(entry -> entry.gid().equals(peer.gid()))) {
                        return;
                    }
                }
            }
            throw new CommandException("device " + device.name() + " of provider " + provider.name()
                    + " reaches only the simulated devices of this process, and the peer is not one of them; use --option"
                    + " address=... on both sides");
        }
    }
}
