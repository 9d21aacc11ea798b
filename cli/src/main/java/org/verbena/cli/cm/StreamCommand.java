// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.cli.command.Interruption;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.option.WaitOption;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandException;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Terminal;
import org.verbena.cli.text.UsageException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base class of {@code verbena rstream} and {@code riostream}: their common options, connections and runs. */
abstract class StreamCommand extends Subcommand {
    private static final int DEFAULT_SIZE = 1000;
    private static final int DEFAULT_COUNT = 1000;
    private static final int DEFAULT_BUFFER = 1 << 19;

    /** Shorter than the time for which Ctrl-C waits for the result. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    @Mixin
    private final ProviderSelection providerSelection;

    @Option(names = "-s", paramLabel = "SERVER", description = "Be the client of the server with this address or name.")
    private @Nullable String server;

    @Option(
            names = "-b",
            paramLabel = "ADDRESS",
            description = "Address or name of this host. The simulator gets a device with the address. "
                    + "Default: all addresses of a server, or chosen by the route.")
    private @Nullable String bind;

    @Option(
            names = "-p",
            paramLabel = "PORT",
            converter = Whole.TcpPort.class,
            description = "Port of the server. Default: ${DEFAULT-VALUE}.")
    private long port = 7471;

    @Option(
            names = "-B",
            paramLabel = "BYTES",
            converter = Whole.SocketBuffer.class,
            description =
                    "Size of the socket buffers. As in C, the rings are twice as large. Default: ${DEFAULT-VALUE}.")
    private long buffer = DEFAULT_BUFFER;

    @Option(
            names = "-I",
            paramLabel = "ITERATIONS",
            converter = Whole.PositiveInt.class,
            description = "Number of iterations. Default with -C or -S: 1.")
    private @Nullable Long iterations;

    @Option(
            names = "-C",
            paramLabel = "COUNT",
            converter = Whole.PositiveInt.class,
            description = "Number of transfers in each direction of an iteration. Default with -I or -S: 1000.")
    private @Nullable Long count;

    @Option(
            names = "-S",
            paramLabel = "BYTES|all",
            converter = Whole.TransferSize.class,
            description = "Size of a transfer; 'all' for a longer series of sizes. Default with -I or -C: 1000.")
    private @Nullable Long size;

    @Mixin
    private final WaitOption clientWait = new WaitOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private final List<Map<String, Object>> results = new ArrayList<>();
    private @Nullable Interruption interruption;

    StreamCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    /** Returns the options of {@code -T}. */
    abstract List<StreamOption> testOptions();

    /** Returns the time between two keepalives in seconds, null for no keepalive. */
    @Nullable
    Integer keepalive() {
        return null;
    }

    /** Changes the settings of the channels. */
    ChannelSettings.Builder with(ChannelSettings.Builder settings) {
        return settings;
    }

    /** Creates a side of a connection. */
    abstract StreamEnd end(SocketChannel channel, StreamWait wait, StreamData data, boolean client);

    @Override
    public String run(CommandReport report) {
        if (isSeries() && (iterations != null || count != null)) {
            throw new UsageException("-S all excludes -I and -C");
        }
        Interruption stopped = new Interruption();
        interruption = stopped;
        Set<StreamOption> options = EnumSet.noneOf(StreamOption.class);
        options.addAll(testOptions());
        InetAddress local = bind == null ? null : resolve(bind);
        InetAddress remote = server == null ? null : resolve(server);
        try {
            if (options.contains(StreamOption.SOCKETS)) {
                report.put("provider", null);
                run(report, SelectorProvider.provider(), options, local, remote, stopped);
            } else {
                try (RdmaSelectorProvider provider =
                        new RdmaSelectorProvider(providerSelection.chooseForPeer(local, report), settings())) {
                    run(report, provider, options, local, remote, stopped);
                }
            }
        } catch (IOException e) {
            throw stopped.getAsBoolean() ? stopped.failure() : failure("the transfer", e);
        }
        return "";
    }

    /** Returns whether neither -S with a number nor -C or -I is there. */
    private boolean isSeries() {
        return size == null ? iterations == null && count == null : size == Whole.TransferSize.ALL;
    }

    private static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new CommandException("no address of the host " + host + " is known");
        }
    }

    private static CommandException failure(String step, IOException cause) {
        String reason = cause.getMessage();
        return new CommandException(step + " failed: " + (reason == null ? cause.toString() : reason));
    }

    private ChannelSettings settings() {
        int ring = 2 * (int) buffer;
        ChannelSettings.Builder settings = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .receiveBuffer(ring)
                .sendBuffer(ring)
                .closeTimeout(CLOSE_TIMEOUT);
        return with(settings).build();
    }

    private void run(
            CommandReport report,
            SelectorProvider provider,
            Set<StreamOption> options,
            @Nullable InetAddress local,
            @Nullable InetAddress remote,
            Interruption stopped)
            throws IOException {
        report.put("role", remote == null ? "server" : "client");
        report.put("runs", results);
        Integer socketBuffer = options.contains(StreamOption.SOCKETS) ? (int) buffer : null;
        StreamData data =
                new StreamData(allocate(), options.contains(StreamOption.VERIFY) ? new StreamPattern() : null);
        try (StreamWait wait = new StreamWait(provider, options)) {
            StreamSockets sockets = new StreamSockets(
                    provider, wait, new StreamSockets.StreamSocketOptions(socketBuffer, keepalive()), this::line);
            stopped.onRequest(sockets::closeAll);
            if (remote == null) {
                try (ServerSocketChannel listener = listen(sockets, local)) {
                    clientWait.start(stopped);
                    runAll(() -> end(accept(sockets, listener, stopped), wait, data, false));
                }
            } else {
                InetSocketAddress source = local == null ? null : new InetSocketAddress(local, 0);
                InetSocketAddress peer = new InetSocketAddress(remote, (int) port);
                runAll(() -> end(connect(sockets, source, peer, stopped), wait, data, true));
            }
        }
    }

    private ByteBuffer allocate() {
        int largest = isSeries()
                ? StreamRun.sizes(size != null).stream()
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElseThrow()
                : custom().size();
        try {
            return StreamData.allocate(largest);
        } catch (OutOfMemoryError e) {
            throw new CommandException("transfer_size = " + largest + " bytes: the JVM has no memory for the buffer");
        }
    }

    private StreamRun custom() {
        return StreamRun.custom(
                size == null ? DEFAULT_SIZE : size,
                count == null ? DEFAULT_COUNT : count,
                iterations == null ? 1 : iterations);
    }

    // ---------------------------------------------------------------- connections

    private ServerSocketChannel listen(StreamSockets sockets, @Nullable InetAddress local) throws IOException {
        InetSocketAddress address = new InetSocketAddress(local, (int) port);
        ServerSocketChannel listener;
        try {
            listener = sockets.listen(address);
        } catch (IOException e) {
            throw failure("bind to " + CmCommand.text(address), e);
        }
        SocketAddress bound = Objects.requireNonNullElse(listener.getLocalAddress(), address);
        Terminal.err(spec.commandLine()).println("listening on " + CmCommand.text((InetSocketAddress) bound));
        return listener;
    }

    private static SocketChannel accept(StreamSockets sockets, ServerSocketChannel listener, Interruption stopped)
            throws IOException {
        SocketChannel client = sockets.accept(listener);
        stopped.clientConnected();
        return client;
    }

    private static SocketChannel connect(
            StreamSockets sockets, @Nullable InetSocketAddress source, InetSocketAddress peer, Interruption stopped)
            throws IOException {
        try {
            return sockets.connect(source, peer);
        } catch (IOException e) {
            if (stopped.getAsBoolean()) {
                throw e;
            }
            throw failure("connect to " + CmCommand.text(peer), e);
        }
    }

    /** Connects to the peer. */
    @FunctionalInterface
    private interface Connector {
        StreamEnd connect() throws IOException;
    }

    private void runAll(Connector connector) throws IOException {
        line(StreamRun.HEADINGS);
        if (isSeries()) {
            series(connector, StreamRun::latency);
            series(connector, StreamRun::bandwidth);
        } else {
            try (StreamEnd end = connector.connect()) {
                measure(end, custom());
            }
        }
    }

    private void series(Connector connector, IntFunction<StreamRun> runs) throws IOException {
        try (StreamEnd end = connector.connect()) {
            for (int each : StreamRun.sizes(size != null)) {
                measure(end, runs.apply(each));
            }
        }
    }

    private void measure(StreamEnd end, StreamRun run) throws IOException {
        long nanos = end.run(run);
        line(run.row(nanos));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("name", run.name());
        result.put("size", run.size());
        result.put("count", run.count());
        result.put("iterations", run.iterations());
        result.put("bytes", run.total());
        result.put("duration_ns", nanos);
        results.add(result);
    }

    @Override
    public void printed() {
        if (interruption != null) {
            interruption.close();
        }
    }
}
