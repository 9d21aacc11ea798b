// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.cli.option.Whole;
import org.verbena.cm.CmId;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verbena ucmatose}, a counterpart of {@code ucmatose(1)}. */
@Command(
        name = "ucmatose",
        description = {
            "Open connections and exchange messages with ucmatose of librdmacm, or with this command on another host.",
            "The client connects by IP address. The server sends first."
        },
        footer = {
            "  verbena ucmatose",
            "  verbena ucmatose -s 192.168.99.1 -c 4 -C 100 -S 5000",
            "  verbena ucmatose -b 127.0.0.2 --provider sim --option address=127.0.0.2",
            "  verbena ucmatose -s 127.0.0.2 -f ip --provider sim --option address=127.0.0.3"
        })
public final class UcmatoseCommand extends MessageCommand {
    @Option(
            names = "-p",
            paramLabel = "PORT",
            converter = Whole.TcpPort.class,
            description = "Port of the server. Default: ${DEFAULT-VALUE}.")
    private long port = 7471;

    @Option(
            names = "-P",
            paramLabel = "SPACE",
            converter = AddressFormat.ConnectedSpace.class,
            description = "Port space: tcp or ib. Default: tcp.")
    private PortSpace portSpace = PortSpace.TCP;

    @Option(names = "-m", description = "Move the connections to a new event channel after the exchange.")
    private boolean migrate;

    @Option(
            names = "-a",
            paramLabel = "TIMEOUT",
            converter = Whole.Uint5.class,
            description = "ACK timeout of the connections, 4.096 us times two to this power, 0 to 31.")
    private @Nullable Long ackTimeout;

    public UcmatoseCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    String program() {
        return "cmatose";
    }

    @Override
    PortSpace portSpace() {
        return portSpace;
    }

    @Override
    int port() {
        return (int) port;
    }

    private OptionalInt ackTimeout() {
        return ackTimeout == null ? OptionalInt.empty() : OptionalInt.of(ackTimeout.intValue());
    }

    @Override
    MessageNode node(CmId id, EventLoop loop, MessagePlan plan) {
        return new ConnectedNode(id, loop, plan, ackTimeout());
    }

    @Override
    void addressResolved(CmId id) {
        ackTimeout().ifPresent(id::setAckTimeout);
    }

    @Override
    void exchangeAsClient() {
        line("receiving data transfers");
        nodes().forEach(MessageNode::awaitReceives);
        line("sending replies");
        nodes().forEach(MessageNode::send);
    }

    @Override
    void finishAsClient(EventLoop loop) {
        if (migrate) {
            migrate(loop);
        }
        nodes().forEach(node -> loop.awaitEnd(node.id()));
    }

    @Override
    void exchangeAsServer() {
        line("initiating data transfers");
        nodes().forEach(MessageNode::send);
        line("completing sends");
        nodes().forEach(MessageNode::awaitSends);
        line("receiving data transfers");
        nodes().forEach(MessageNode::awaitReceives);
    }

    @Override
    void finishAsServer(EventLoop loop, CmId listener) {
        if (migrate) {
            listener.migrate(migrate(loop));
        }
        line("cmatose: disconnecting");
        nodes().forEach(node -> node.id().disconnect());
        nodes().forEach(node -> loop.awaitEnd(node.id()));
        line("disconnected");
    }

    /** Moves the connections to a new channel, which the manager closes. */
    private EventChannel migrate(EventLoop loop) {
        line("migrating to new event channel");
        EventChannel channel = loop.channel().manager().createEventChannel();
        nodes().forEach(node -> node.id().migrate(channel));
        loop.moveTo(channel);
        return channel;
    }
}
