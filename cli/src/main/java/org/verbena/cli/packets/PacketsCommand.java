// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.packets;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.NamedFile;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.UdpDatagram;
import org.verbena.rocev2.pcap.PcapReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

/** The command {@code verbena packets}, which shows and checks the RoCEv2 packets of a capture. */
@Command(
        name = "packets",
        description = {
            "Show the RoCEv2 packets of a capture in pcap format, one on each line.",
            "Check the invariant checksum (ICRC) of each packet, and compare it with an encoding of its values.",
            "The exit status is 1 if a packet is wrong."
        },
        footer = {
            "  tcpdump -i eth0 -w rdma.pcap udp port 4791",
            "  verbena packets rdma.pcap",
            "  verbena packets rdma.pcap --json"
        })
public final class PacketsCommand extends Subcommand {
    private static final double NANOS_PER_SECOND = 1e9;

    @Parameters(paramLabel = "FILE", description = "Capture with link type Ethernet, raw IP or Linux cooked.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    private long packets;
    private long wrongPackets;
    private long otherFrames;

    @Override
    public String run(CommandReport report) {
        NamedFile.read(file, named -> {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(named))) {
                read(new PcapReader(in));
            }
            return named;
        });
        if (packets == 0) {
            report.put("packets", List.of());
        }
        report.put("roce_packets", packets);
        report.put("other_frames", otherFrames);
        report.put("wrong_packets", wrongPackets);
        return packets + " RoCEv2 packets, " + wrongPackets + " of them wrong, " + otherFrames + " other frames";
    }

    @Override
    public int status() {
        return wrongPackets == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void read(PcapReader capture) throws IOException {
        PacketCheck check = new PacketCheck();
        Instant first = null;
        while (capture.next()) {
            if (!check.examine(capture)) {
                otherFrames++;
                continue;
            }
            first = first == null ? capture.time() : first;
            show(capture, check, Duration.between(first, capture.time()));
        }
    }

    private void show(PcapReader capture, PacketCheck check, Duration since) throws IOException {
        String source = address(check.datagram(), capture.frame(), 0);
        String destination = address(check.datagram(), capture.frame(), 1);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("frame", capture.number());
        members.put("time", capture.time().toString());
        members.put("source", source);
        members.put("destination", destination);
        members.put("source_port", check.datagram().sourcePort());
        @Nullable PacketDecoder packet = check.packet();
        PacketFields fields = packet == null ? null : new PacketFields(packet, capture.frame());
        if (fields != null) {
            members.putAll(fields.members());
        }
        packets++;
        line(String.format(
                "%4d  %.6f  %s > %s  %s",
                capture.number(),
                since.toNanos() / NANOS_PER_SECOND,
                source,
                destination,
                fields == null ? "not decoded" : fields.text()));
        @Nullable String failure = check.failure();
        if (failure != null) {
            wrongPackets++;
            members.put("wrong", failure);
            line("      wrong: " + failure);
        }
        element("packets", members);
    }

    private static String address(UdpDatagram datagram, ByteBuffer frame, int index) throws IOException {
        byte[] bytes = new byte[datagram.addressLength()];
        frame.get(datagram.addressesOffset() + index * bytes.length, bytes);
        return InetAddress.getByAddress(bytes).getHostAddress();
    }
}
