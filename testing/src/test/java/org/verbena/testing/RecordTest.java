// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.UdpDatagram;
import org.verbena.rocev2.pcap.PcapReader;
import org.verbena.testing.cases.RecordCase;

/** Checks the capture and the event log of a failed test. */
class RecordTest {
    @TempDir
    private static Path directory;

    private static Run run;

    @BeforeAll
    static void runAll() {
        run = Run.of(RecordCase.class, directory);
    }

    @Test
    void eachFailedTestHasBothFiles() {
        assertThat(run.files())
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder(
                        "RecordCase.fails.pcap",
                        "RecordCase.fails.log",
                        "RecordCase.failsTwice.pcap",
                        "RecordCase.failsTwice.log",
                        "RecordCase.failsTwice.pcap",
                        "RecordCase.failsTwice.log");
        assertThat(run.files())
                .doesNotHaveDuplicates()
                .allSatisfy(file -> assertThat(file).startsWith(directory).isNotEmptyFile());
        assertThat(run.successes()).containsExactly("passes");
    }

    @Test
    void theFailureNamesTheFiles() {
        assertThat(run.failure("fails")).hasMessage("on purpose");
        assertThat(run.failure("fails").getSuppressed()).singleElement().satisfies(record -> {
            assertThat(record)
                    .hasMessageContainingAll(
                            file("RecordCase.fails.pcap").toString(),
                            file("RecordCase.fails.log").toString());
            assertThat(record.getStackTrace()).isEmpty();
        });
    }

    @Test
    void theCaptureHasTheMessagesOfTheTest() throws IOException {
        assertThat(opcodes(file("RecordCase.fails.pcap")))
                .as("sent twice, because the first one was dropped")
                .containsExactly("RC_SEND_ONLY", "RC_SEND_ONLY", "RC_ACKNOWLEDGE");
    }

    @Test
    void theLogHasTheSettingsTheFaultsAndTheEvents() throws IOException {
        assertThat(Files.readString(file("RecordCase.fails.log")))
                .contains("failure: org.opentest4j.AssertionFailedError: on purpose")
                .contains("profile rxe, devices 1, ports 1, clock VIRTUAL, seed 0")
                .contains("@DropMessage(1), times 1: 1 messages affected")
                .containsPattern("HandleCreate .*object=queue pair #3 of device sim_rxe_0")
                .containsPattern("QpModify .*toState=RTS")
                .as("the log ends before the extension releases its objects")
                .doesNotContain("HandleDestroy");
    }

    private static Path file(String name) {
        return run.files().stream()
                .filter(file -> file.endsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> opcodes(Path file) throws IOException {
        List<String> opcodes = new ArrayList<>();
        UdpDatagram datagram = new UdpDatagram();
        PacketDecoder packet = new PacketDecoder();
        try (InputStream in = Files.newInputStream(file)) {
            PcapReader capture = new PcapReader(in);
            while (capture.next()) {
                int ip = capture.linkType().ipOffset(capture.frame());
                assertThat(datagram.wrap(capture.frame(), ip, capture.frame().limit() - ip))
                        .isEqualTo(UdpDatagram.Defect.NONE);
                assertThat(packet.wrap(capture.frame(), datagram.payloadOffset(), datagram.payloadLength()))
                        .isEqualTo(PacketDecoder.Defect.NONE);
                opcodes.add(packet.opcode().toString());
            }
        }
        return opcodes;
    }
}
