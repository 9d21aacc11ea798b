// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandException;
import org.verbena.cli.text.CommandReport;
import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmId;
import org.verbena.cm.PortSpace;
import picocli.CommandLine.Option;

/** The base class of {@code ucmatose} and {@code udaddy}: connections, and messages in both directions. */
abstract class MessageCommand extends CmCommand {
    @Option(names = "-s", paramLabel = "HOST", description = "The server. Without it, this side is the server.")
    private @Nullable String host;

    @Option(
            names = "-b",
            paramLabel = "ADDRESS",
            description = "Address of this host. Default: all addresses of a server, or chosen by the route.")
    private @Nullable String bind;

    @Option(
            names = "-c",
            paramLabel = "CONNECTIONS",
            converter = Whole.Connections.class,
            description = "Number of connections, the same on both sides. Default: ${DEFAULT-VALUE}.")
    private long connections = 1;

    @Option(
            names = "-C",
            paramLabel = "MESSAGES",
            converter = Whole.IntOrNone.class,
            description = "Number of messages in each direction of a connection, the same on both sides. "
                    + "Default: ${DEFAULT-VALUE}.")
    private long messages = 10;

    @Option(
            names = "-S",
            paramLabel = "BYTES",
            converter = Whole.MessageSize.class,
            description = "Size of a message in bytes; 0 for no messages. Default: ${DEFAULT-VALUE}.")
    private long size = 100;

    @Option(
            names = "-t",
            paramLabel = "TOS",
            converter = Whole.Uint8.class,
            description = "Type of service of the packets of a client, 0 to 255.")
    private @Nullable Long tos;

    @Option(
            names = "-f",
            paramLabel = "FORMAT",
            converter = AddressFormat.Converter.class,
            description =
                    "Format of the addresses: name, ip or ipv6. Only a name needs a name service. " + "Default: name.")
    private AddressFormat format = AddressFormat.NAME;

    private final List<MessageNode> nodes = new ArrayList<>();

    MessageCommand(ProviderLookup lookup) {
        super(lookup);
    }

    /** Returns the name of the program in C in its output. */
    abstract String program();

    abstract PortSpace portSpace();

    abstract int port();

    abstract MessageNode node(CmId id, EventLoop loop, MessagePlan plan);

    final boolean isClient() {
        return host != null;
    }

    final List<MessageNode> nodes() {
        return nodes;
    }

    @Override
    final void run(CommandReport report, EventLoop loop) {
        MessagePlan plan = MessagePlan.of(messages, size);
        report.put("role", isClient() ? "client" : "server");
        report.put("connections", connections);
        report.put("messages", plan.messages());
        report.put("size", plan.size());
        try {
            if (isClient()) {
                line(program() + ": starting client");
                client(loop, plan);
            } else {
                line(program() + ": starting server");
                server(loop, plan);
            }
            line("test complete");
        } finally {
            nodes.forEach(MessageNode::close);
        }
        line("return status 0");
    }

    // ---------------------------------------------------------------- client

    private void client(EventLoop loop, MessagePlan plan) {
        AddrInfo info = format.active(portSpace(), bind, host, port());
        line(program() + ": connecting");
        for (int i = 0; i < connections; i++) {
            CmId id = loop.channel().createId(portSpace());
            MessageNode node = node(id, loop, plan);
            nodes.add(node);
            PeerResolution.begin(id, info);
        }
        while (connected() < connections) {
            handle(loop.next("rdma_connect"), MessageCommand::refuse);
        }
        if (plan.messages() > 0) {
            exchangeAsClient();
            line("data transfers complete");
        }
        finishAsClient(loop);
    }

    /** Exchanges the messages. */
    abstract void exchangeAsClient();

    /** Ends the connections after the exchange. */
    abstract void finishAsClient(EventLoop loop);

    // ---------------------------------------------------------------- server

    private void server(EventLoop loop, MessagePlan plan) {
        try (CmId listener = loop.channel().createId(portSpace())) {
            InetSocketAddress address =
                    format.passive(portSpace(), bind, port()).source().orElseThrow();
            listener.bindAddr(address);
            listener.listen(0);
            listening(listener, address);
            while (connected() < connections) {
                handle(loop.nextOfServer(), id -> request(id, loop, plan));
            }
            if (plan.messages() > 0) {
                exchangeAsServer();
                line("data transfers complete");
            }
            finishAsServer(loop, listener);
        }
    }

    /** Exchanges the messages. */
    abstract void exchangeAsServer();

    /** Ends the connections after the exchange. */
    abstract void finishAsServer(EventLoop loop, CmId listener);

    private void request(CmId id, EventLoop loop, MessagePlan plan) {
        if (nodes.size() == connections) {
            line(program() + ": failing connection request");
            refuse(id);
            return;
        }
        MessageNode node = node(id, loop, plan);
        nodes.add(node);
        node.open();
        node.accept();
    }

    private static void refuse(CmId id) {
        try (id) {
            id.reject(ByteBuffer.allocate(0));
        }
    }

    // ---------------------------------------------------------------- events

    private long connected() {
        return nodes.stream().filter(MessageNode::isConnected).count();
    }

    private void handle(CmEvent event, Consumer<CmId> request) {
        try (event) {
            CmId id = event.id();
            switch (event.type()) {
                case ADDR_RESOLVED -> {
                    OptionalInt wanted = tos == null ? OptionalInt.empty() : OptionalInt.of(tos.intValue());
                    wanted.ifPresent(id::setTos);
                    addressResolved(id);
                    id.resolveRoute(RESOLVE_TIMEOUT);
                }
                case ROUTE_RESOLVED -> {
                    MessageNode node = of(id);
                    node.open();
                    node.connect();
                }
                case CONNECT_REQUEST -> request.accept(id);
                case ESTABLISHED -> of(id).established(event);
                default ->
                    throw new CommandException("the connection has ended before all connections were established");
            }
        }
    }

    /** Sets further options of a client. The default sets none. */
    void addressResolved(CmId id) {}

    private MessageNode of(CmId id) {
        return nodes.stream()
                .filter(node -> node.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new CommandException("an event of an unknown identifier"));
    }
}
