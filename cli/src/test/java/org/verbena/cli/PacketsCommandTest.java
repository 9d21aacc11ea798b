// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.ProviderLookup;
import org.verbena.rocev2.pcap.LinkType;
import org.verbena.rocev2.pcap.PcapWriter;

/** Checks that the command line shows and checks the packets of a capture. */
class PacketsCommandTest {
    private static final Instant START = Instant.parse("2026-11-24T10:00:00Z");

    /** RC SEND Only to queue pair 0x11 with "hello" (the checksum was computed by hand). */
    private static final String SEND = "45000034000040004011f364c0a86301c0a86302" + "c12312b700200000"
            + "0430ffff0000001180000abc68656c6c6f0000006c223274";

    private static final String ACK = "45000030000040004011f368c0a86302c0a86301" + "d45612b7001c0000"
            + "1100ffff0000001200000abc1f000001dc638165";
    private static final String DNS = "45000034000040004011f364c0a86301c0a86302" + "c123003500200000"
            + "0430ffff0000001180000abc68656c6c6f0000006c223274";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("some.pcap");
    }

    private CliRun packets(Object... args) {
        String[] words = new String[args.length + 1];
        words[0] = "packets";
        for (int i = 0; i < args.length; i++) {
            words[i + 1] = args[i].toString();
        }
        return CliRun.of(ProviderLookup.create(), words);
    }

    private void capture(String... frames) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                PcapWriter writer = new PcapWriter(out, LinkType.RAW_IP)) {
            for (int i = 0; i < frames.length; i++) {
                byte[] bytes = HexFormat.of().parseHex(frames[i]);
                writer.write(START.plusMillis(i), ByteBuffer.wrap(bytes), 0, bytes.length);
            }
        }
    }

    @Test
    void aLineShowsThePacket() throws IOException {
        capture(SEND, DNS, ACK);

        CliRun run = packets(file);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualToNormalizingNewlines("""
                   1  0.000000  192.168.99.1 > 192.168.99.2  RC_SEND_ONLY  qpn 17  psn 2748  ack_req  5 bytes
                   3  0.002000  192.168.99.2 > 192.168.99.1  RC_ACKNOWLEDGE  qpn 18  psn 2748  aeth ACK  msn 1  0 bytes
                2 RoCEv2 packets, 0 of them wrong, 1 other frames
                """);
    }

    /**
     * The capture contains the packets of ibv_{rc,uc,ud,srq}_pingpong, ib_read_lat, ib_atomic_lat and ib_write_lat
     * between two devices of rdma_rxe (Linux 6.12).
     */
    @Test
    void capturedPacketsOfRxeAreValid() throws Exception {
        Path genuine =
                Path.of(PacketsCommandTest.class.getResource("rdma_rxe.pcap").toURI());

        CliRun run = packets(genuine);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).endsWith("119 RoCEv2 packets, 0 of them wrong, 0 other frames" + System.lineSeparator());
    }

    @Test
    void aWrongChecksumIsReported() throws IOException {
        capture(SEND.replace("68656c6c6f", "68656c6c70"));

        CliRun run = packets(file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("      wrong: ICRC 0x7432226c, computed 0x");
        assertThat(run.out()).contains("1 RoCEv2 packets, 1 of them wrong, 0 other frames");
    }

    @Test
    void aPacketThatCannotBeDecodedIsReported() throws IOException {
        capture(SEND.replace("0430ffff", "1530ffff"));

        CliRun run = packets(file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("192.168.99.1 > 192.168.99.2  not decoded")
                .contains("wrong: unknown opcode");
    }

    @Test
    void aFrameThatWasCutOffIsReported() throws IOException {
        capture(SEND.substring(0, SEND.length() - 8));

        CliRun run = packets(file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("wrong: shorter than its headers say");
    }

    @Test
    void jsonHasTheSameValues() throws IOException {
        capture(SEND);

        CliRun run = packets(file, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualToNormalizingNewlines("""
                {"packets":[{"frame":1,\
                "time":"2026-11-24T10:00:00Z","source":"192.168.99.1","destination":"192.168.99.2",\
                "source_port":49443,"opcode":"RC_SEND_ONLY","qpn":17,"psn":2748,"ack_req":true,"bytes":5}],\
                "roce_packets":1,"other_frames":0,"wrong_packets":0}
                """);
    }

    @Test
    void jsonOfACaptureThatEndsEarlyIsComplete() throws IOException {
        capture(SEND, SEND);
        try (FileChannel shortened = FileChannel.open(file, StandardOpenOption.WRITE)) {
            shortened.truncate(shortened.size() - 1);
        }

        CliRun run = packets(file, "--json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).startsWith("{\"packets\":[{").endsWith("\"bytes\":5}]}" + System.lineSeparator());
    }

    @Test
    void jsonNamesWhatIsWrong() throws IOException {
        capture(SEND.replace("68656c6c6f", "68656c6c70"));

        CliRun run = packets(file, "--json");

        assertThat(run.out()).contains("\"wrong\":\"ICRC 0x7432226c", "\"wrong_packets\":1");
    }

    @Test
    void jsonOfAnEmptyCaptureHasNoPackets() throws IOException {
        capture();

        assertThat(packets(file, "--json").out()).startsWith("{\"packets\":[],\"roce_packets\":0");
    }

    @Test
    void aFileOfAnotherKindIsRejected() throws IOException {
        Files.writeString(file, "this is no capture, only some text");

        CliRun run = packets(file);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(file + " cannot be read: not a capture in pcap format");
    }
}
