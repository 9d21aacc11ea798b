// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandException;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.UsageException;
import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verbena rping}, a counterpart of {@code rping(1)}. */
@Command(
        name = "rping",
        description = {
            "Exchange pings by RDMA READ and RDMA WRITE with rping of librdmacm, or with this command on another host.",
            "The client connects by IP address. The address selects the device."
        },
        footer = {
            "  verbena rping -s -a 192.168.99.1",
            "  verbena rping -c -a 192.168.99.1 -C 20 -S 3000 -v -V",
            "  verbena rping -s -P --provider sim --option address=127.0.0.2",
            "  verbena rping -c -a 127.0.0.2 -C 10 --provider sim --option address=127.0.0.3"
        })
public final class RpingCommand extends CmCommand {
    private static final int BACKLOG = 3;

    /** As in C: one read at a time, and all retries. */
    private static final ConnParam PARAM = ConnParam.builder()
            .responderResources(1)
            .initiatorDepth(1)
            .retryCount(7)
            .rnrRetryCount(7)
            .build();

    @Option(names = "-s", description = "Be the server.")
    private boolean server;

    @Option(names = "-c", description = "Be the client.")
    private boolean client;

    @Option(
            names = "-a",
            paramLabel = "ADDRESS",
            description = "Address or name of the server. Default of a server: all addresses.")
    private @Nullable String address;

    @Option(
            names = "-I",
            paramLabel = "ADDRESS",
            description = "Address or name of this host from which a client connects. Default: chosen by the route.")
    private @Nullable String source;

    @Option(
            names = "-p",
            paramLabel = "PORT",
            converter = Whole.TcpPort.class,
            description = "Port of the server. Default: ${DEFAULT-VALUE}.")
    private long port = 7174;

    @Option(
            names = "-C",
            paramLabel = "COUNT",
            converter = Whole.IntOrNone.class,
            description = "Number of pings of a client; 0 for no limit. Default: ${DEFAULT-VALUE}.")
    private long count;

    @Option(
            names = "-S",
            paramLabel = "BYTES",
            converter = Whole.RpingSize.class,
            description = "Size of the data of a client, 23 to 65535. A server takes every size. "
                    + "Default: ${DEFAULT-VALUE}.")
    private long size = 64;

    @Option(names = "-v", description = "Print the data of each ping.")
    private boolean verbose;

    @Option(names = "-V", description = "Compare the data that a client sent and received.")
    private boolean validate;

    @Option(names = "-P", description = "Be a server that serves any number of clients until Ctrl-C.")
    private boolean persistent;

    public RpingCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    void requireConsistent() {
        if (server == client) {
            throw new UsageException("exactly one of -s and -c is required");
        }
        if (client && address == null) {
            throw new UsageException("-c requires -a, the address of the server");
        }
        if (client && persistent) {
            throw new UsageException("-P requires -s");
        }
    }

    @Override
    void run(CommandReport report, EventLoop loop) {
        report.put("role", server ? "server" : "client");
        try (CmId id = loop.channel().createId(PortSpace.TCP)) {
            if (client) {
                ping(report, loop, id);
            } else {
                listen(id);
                if (persistent) {
                    serveAll(loop);
                } else {
                    serveOne(report, loop);
                }
            }
        }
    }

    // ---------------------------------------------------------------- server

    private void listen(CmId id) {
        InetSocketAddress bound = AddressFormat.NAME
                .passive(PortSpace.TCP, address, (int) port)
                .source()
                .orElseThrow();
        id.bindAddr(bound);
        id.listen(BACKLOG);
        listening(id, bound);
    }

    private void serveOne(CommandReport report, EventLoop loop) {
        try (CmEvent request = loop.nextRequest()) {
            report.put("pings", serve(loop, request.id()));
        }
    }

    /** Serves each client in a dedicated thread, which takes the events of that client from a separate channel. */
    private void serveAll(EventLoop loop) {
        while (true) {
            try (CmEvent request = loop.nextRequest()) {
                CmId id = request.id();
                Thread thread = new Thread(() -> serveApart(loop, id), "verbena-rping");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void serveApart(EventLoop listening, CmId id) {
        try (EventChannel channel = listening.channel().manager().createEventChannel()) {
            id.migrate(channel);
            serve(listening.fork(channel), id);
        } catch (VerbsException | CommandException e) {
            warn(String.valueOf(e.getMessage()));
        }
    }

    private long serve(EventLoop loop, CmId id) {
        try (RpingEnd end = new RpingEnd(id, loop, RpingEnd.MAX_SIZE)) {
            id.accept(ConnParam.defaults());
            loop.expect("rdma_accept", CmEventType.ESTABLISHED).ack();
            RpingServer pings = new RpingServer(end, verbose ? this::line : text -> {});
            long served = pings.serve();
            status("server DISCONNECT EVENT...");
            return served;
        }
    }

    // ---------------------------------------------------------------- client

    private void ping(CommandReport report, EventLoop loop, CmId id) {
        AddrInfo info = AddressFormat.NAME.active(PortSpace.TCP, source, address, (int) port);
        PeerResolution.resolve(loop, id, info);
        try (RpingEnd end = new RpingEnd(id, loop, (int) size)) {
            id.connect(PARAM);
            loop.expect("rdma_connect", CmEventType.ESTABLISHED).ack();
            RpingClient pings = new RpingClient(end, count, validate, verbose ? this::line : text -> {});
            try {
                pings.run();
            } finally {
                report.put("size", size);
                report.put("pings", pings.done());
            }
            loop.disconnect(id);
            status("client DISCONNECT EVENT...");
        }
    }
}
