// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import org.verbena.ProviderLookup;
import org.verbena.cli.option.Whole;
import org.verbena.cm.CmId;
import org.verbena.cm.PortSpace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verbena udaddy}, a counterpart of {@code udaddy(1)}. */
@Command(
        name = "udaddy",
        description = {
            "Exchange datagrams with udaddy of librdmacm, or with this command on another host.",
            "The client finds the queue pair of the server by IP address, and sends first."
        },
        footer = {
            "  verbena udaddy",
            "  verbena udaddy -s 192.168.99.1 -C 100 -S 1000",
            "  verbena udaddy -b 127.0.0.2 --provider sim --option address=127.0.0.2",
            "  verbena udaddy -s 127.0.0.2 --provider sim --option address=127.0.0.3"
        })
public final class UdaddyCommand extends MessageCommand {
    @Option(
            names = "-p",
            paramLabel = "PORT",
            converter = Whole.TcpPort.class,
            description = "Port of the server; the program in C has only the default. Default: ${DEFAULT-VALUE}.")
    private long port = 7174;

    @Option(
            names = "-P",
            paramLabel = "SPACE",
            converter = AddressFormat.DatagramSpace.class,
            description = "Port space: udp or ipoib. Default: udp.")
    private PortSpace portSpace = PortSpace.UDP;

    public UdaddyCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    String program() {
        return "udaddy";
    }

    @Override
    PortSpace portSpace() {
        return portSpace;
    }

    @Override
    int port() {
        return (int) port;
    }

    @Override
    MessageNode node(CmId id, EventLoop loop, MessagePlan plan) {
        return new DatagramNode(id, loop, plan, true, !isClient());
    }

    @Override
    void exchangeAsClient() {
        line("initiating data transfers");
        nodes().forEach(MessageNode::send);
        line("receiving data transfers");
        nodes().forEach(MessageNode::awaitReceives);
    }

    @Override
    void finishAsClient(EventLoop loop) {
        // Datagrams have no connection.
    }

    @Override
    void exchangeAsServer() {
        line("receiving data transfers");
        nodes().forEach(MessageNode::awaitReceives);
        line("sending replies");
        nodes().forEach(MessageNode::send);
        nodes().forEach(MessageNode::awaitSends);
    }

    @Override
    void finishAsServer(EventLoop loop, CmId listener) {
        // Datagrams have no connection.
    }
}
