// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.attr.AhAttr;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandException;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.UsageException;
import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;
import org.verbena.cm.UdParam;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verbena mckey}, a counterpart of {@code mckey(1)}. */
@Command(
        name = "mckey",
        description = {
            "Send datagrams to a multicast group, or receive them, together with mckey of librdmacm or with this "
                    + "command on other hosts.",
            "Start the receivers before the sender."
        },
        footer = {
            "  verbena mckey -m 239.1.2.3 -b 192.168.99.1",
            "  verbena mckey -m 239.1.2.3 -b 192.168.99.2 -s -C 20 -S 500",
            "  verbena mckey -m 239.1.2.3 -b 127.0.0.2 --provider sim --option address=127.0.0.2"
        })
public final class MckeyCommand extends CmCommand {
    /** The time that C gives switches to learn the group. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    @Option(names = "-m", paramLabel = "GROUP", required = true, description = "Multicast address of the group.")
    private String group = "";

    @Option(names = "-s", description = "Send. Without it, this side receives.")
    private boolean sender;

    @Option(
            names = "-b",
            paramLabel = "ADDRESS",
            description = "Address of this host, which selects the device. Default: chosen by the route.")
    private @Nullable String bind;

    @Option(
            names = "-c",
            paramLabel = "CONNECTIONS",
            converter = Whole.Connections.class,
            description = "Number of queue pairs that join the group. Default: ${DEFAULT-VALUE}.")
    private long connections = 1;

    @Option(
            names = "-C",
            paramLabel = "MESSAGES",
            converter = Whole.IntOrNone.class,
            description = "Number of messages of each queue pair. Default: ${DEFAULT-VALUE}.")
    private long messages = 10;

    @Option(
            names = "-S",
            paramLabel = "BYTES",
            converter = Whole.MessageSize.class,
            description = "Size of a message in bytes; 0 for no messages. Default: ${DEFAULT-VALUE}.")
    private long size = 100;

    @Option(
            names = "-p",
            paramLabel = "SPACE",
            converter = AddressFormat.DatagramSpace.class,
            description = "Port space: udp (0x111) or ipoib (0x2). Default: udp.")
    private PortSpace portSpace = PortSpace.UDP;

    @Option(names = "-o", description = "Join the group only to send.")
    private boolean sendOnly;

    public MckeyCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    void requireConsistent() {
        if (sendOnly && !sender) {
            throw new UsageException("-o requires -s: a member that only sends receives nothing");
        }
    }

    @Override
    void run(CommandReport report, EventLoop loop) {
        MessagePlan plan = MessagePlan.of(messages, size);
        report.put("role", sender ? "sender" : "receiver");
        report.put("connections", connections);
        report.put("messages", plan.messages());
        report.put("size", plan.size());
        line("mckey: starting " + (sender ? "client" : "server"));
        AddrInfo info = AddressFormat.NAME.active(portSpace, bind, group, 0);
        InetAddress address =
                info.destination().map(InetSocketAddress::getAddress).orElseThrow();
        line("mckey: joining");
        List<DatagramNode> nodes = new ArrayList<>();
        List<MulticastGroup> groups = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                CmId id = loop.channel().createId(portSpace);
                DatagramNode node = new DatagramNode(id, loop, plan, !sender, sender);
                nodes.add(node);
                join(loop, node, info, address, groups);
            }
            if (plan.messages() > 0) {
                exchange(nodes);
                line("data transfers complete");
            }
            line("test complete");
        } finally {
            groups.forEach(MulticastGroup::close);
            nodes.forEach(DatagramNode::close);
        }
        line("return status 0");
    }

    private void join(
            EventLoop loop, DatagramNode node, AddrInfo info, InetAddress address, List<MulticastGroup> groups) {
        info.source().ifPresent(node.id()::bindAddr);
        PeerResolution.resolveAddr(loop, node.id(), info);
        node.open();
        groups.add(node.id().joinMulticast(address, sendOnly ? JoinFlag.SENDONLY_FULLMEMBER : JoinFlag.FULLMEMBER));
        try (CmEvent joined = loop.expect("rdma_join_multicast", CmEventType.MULTICAST_JOIN)) {
            node.established(joined);
            joined.ud().map(UdParam::ahAttr).ifPresent(this::printJoined);
        }
    }

    private void printJoined(AhAttr address) {
        String gid = address.grh().map(route -> route.dgid().toString()).orElse("none");
        line(String.format("mckey: joined dgid: %s mlid 0x%x sl %d", gid, address.dlid(), address.sl()));
    }

    private void exchange(List<DatagramNode> nodes) {
        if (sender) {
            settle();
            line("initiating data transfers");
            nodes.forEach(DatagramNode::send);
            nodes.forEach(DatagramNode::awaitSends);
        } else {
            line("receiving data transfers");
            nodes.forEach(DatagramNode::awaitReceives);
        }
    }

    private static void settle() {
        try {
            Thread.sleep(SETTLE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException("interrupted");
        }
    }
}
