// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.AddressHandle;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpType;
import org.verbena.error.InvalidRequestException;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.UdpDatagram;
import org.verbena.rocev2.pcap.PcapReader;

/** Checks that the messages of simulated devices appear as packets in a capture. */
class CaptureTest {
    private static final long QKEY = 0x1234;

    @TempDir
    private Path directory;

    private SimProvider simulator(String profiles) {
        return (SimProvider)
                new SimProvider().configure(Map.of("profile", profiles, "clock", "virtual", "pcap", file().toString()));
    }

    private Path file() {
        return directory.resolve("rdma.pcap");
    }

    /** Returns the packets in the capture, each with its opcode, and checks their checksums. */
    private List<String> packets() throws IOException {
        List<String> packets = new ArrayList<>();
        UdpDatagram datagram = new UdpDatagram();
        PacketDecoder packet = new PacketDecoder();
        Icrc icrc = new Icrc();
        try (InputStream in = Files.newInputStream(file())) {
            PcapReader capture = new PcapReader(in);
            while (capture.next()) {
                int ip = capture.linkType().ipOffset(capture.frame());
                assertThat(datagram.wrap(capture.frame(), ip, capture.frame().limit() - ip))
                        .isEqualTo(UdpDatagram.Defect.NONE);
                assertThat(packet.wrap(capture.frame(), datagram.payloadOffset(), datagram.payloadLength()))
                        .isEqualTo(PacketDecoder.Defect.NONE);
                datagram.describe(icrc);
                assertThat(packet.icrc())
                        .isEqualTo(icrc.compute(capture.frame(), datagram.payloadOffset(), datagram.payloadLength()));
                packets.add(packet.opcode() + " psn " + packet.psn() + ", " + packet.payloadLength() + " bytes"
                        + (packet.isAckRequested() ? ", ack" : ""));
            }
        }
        return packets;
    }

    @Test
    void aConnectionShowsRequestsAndAnswersInOrder() throws IOException {
        SimProvider simulator = simulator("mlx5,mlx5");
        DeviceContext one = Fabrics.open(simulator, 0);
        DeviceContext other = Fabrics.open(simulator, 1);
        End requester = new End(one, QpType.RC);
        End responder = new End(other, QpType.RC);
        End.connect(requester, responder);
        responder.receive(1, 0, 4096);
        long address = responder.mr.address();
        long rkey = responder.mr.rkey();

        requester.post(wr -> wr.send().sge(requester.mr, 0, 2500));
        requester.post(wr -> wr.write(address, rkey).sge(requester.mr, 0, 5));
        requester.post(wr -> wr.read(address, rkey).sge(requester.mr, 0, 1500));
        requester.post(wr -> wr.fetchAdd(address, rkey, 1).sge(requester.mr, 0, 8));

        assertThat(packets())
                .containsExactly(
                        "RC_SEND_FIRST psn 100, 1024 bytes",
                        "RC_SEND_MIDDLE psn 101, 1024 bytes",
                        "RC_SEND_LAST psn 102, 452 bytes, ack",
                        "RC_ACKNOWLEDGE psn 102, 0 bytes",
                        "RC_RDMA_WRITE_ONLY psn 103, 5 bytes, ack",
                        "RC_ACKNOWLEDGE psn 103, 0 bytes",
                        "RC_RDMA_READ_REQUEST psn 104, 0 bytes, ack",
                        "RC_RDMA_READ_RESPONSE_FIRST psn 104, 1024 bytes",
                        "RC_RDMA_READ_RESPONSE_LAST psn 105, 476 bytes",
                        "RC_FETCH_ADD psn 106, 0 bytes, ack",
                        "RC_ATOMIC_ACKNOWLEDGE psn 106, 0 bytes");
        one.close();
        other.close();
        simulator.close();
    }

    @Test
    void theReceiverOfALostMessageDoesNotSeeIt() throws IOException {
        SimProvider simulator = SimProvider.builder()
                .clock(ClockMode.VIRTUAL)
                .device(SimDeviceConfig.of("rxe").faults("drop;times=1"))
                .device(SimDeviceConfig.of("rxe").pcap(file()))
                .build();
        DeviceContext one = Fabrics.open(simulator, 0);
        DeviceContext other = Fabrics.open(simulator, 1);
        End sender = new End(one, QpType.UC);
        End receiver = new End(other, QpType.UC);
        End.connect(sender, receiver);
        receiver.receive(1, 0, 100).receive(2, 0, 100);

        sender.post(wr -> wr.send().sge(sender.mr, 0, 7));
        sender.post(wr -> wr.sendImm(3).sge(sender.mr, 0, 8));

        assertThat(packets()).containsExactly("UC_SEND_ONLY_WITH_IMMEDIATE psn 101, 8 bytes");
        one.close();
        other.close();
        simulator.close();
    }

    @Test
    void aDatagramToTheOwnDeviceAppearsOnce() throws IOException {
        SimProvider simulator = simulator("rxe");
        DeviceContext context = Fabrics.open(simulator, 0);
        End one = End.datagrams(context, QKEY);
        End other = End.datagrams(context, QKEY);
        other.receive(5, 0, 100);
        AddressHandle to = one.pd.createAh(AhAttr.global(GlobalRoute.to(context.queryGid(1, 1), 1), 1));

        one.post(wr -> wr.send().sge(one.mr, 0, 5).to(to, other.qp.qpNum(), QKEY));

        assertThat(packets()).containsExactly("UD_SEND_ONLY psn 0, 5 bytes");
        assertThat(other.completion().isSuccess()).isTrue();
        context.close();
        simulator.close();
    }

    @Test
    void aFileThatCannotBeWrittenIsRejected() {
        Path missing = directory.resolve("missing").resolve("rdma.pcap");

        assertThatThrownBy(() -> new SimProvider().configure(Map.of("pcap", missing.toString())))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("pcap = " + missing + ", limit a file that can be written");
    }
}
