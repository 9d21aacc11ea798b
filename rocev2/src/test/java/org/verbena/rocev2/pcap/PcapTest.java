// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that captures are read and written. In the environment sim-captured, tshark reads written captures. */
class PcapTest {
    private static PcapReader reader(String hex) throws IOException {
        return new PcapReader(new ByteArrayInputStream(HexFormat.of().parseHex(hex.replace(" ", ""))));
    }

    @ParameterizedTest
    @EnumSource
    void framesAreReadAsTheyWereWritten(LinkType linkType) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Instant first = Instant.parse("2026-11-24T10:00:00.123456789Z");
        try (PcapWriter writer = new PcapWriter(out, linkType)) {
            writer.write(first, ByteBuffer.wrap(new byte[] {0, 1, 2, 3}), 1, 3);
            writer.write(first.plusSeconds(1), ByteBuffer.allocate(0), 0, 0);
        }

        PcapReader reader = new PcapReader(new ByteArrayInputStream(out.toByteArray()));

        assertThat(reader.linkType()).isEqualTo(linkType);
        assertThat(reader.next()).isTrue();
        assertThat(reader.time()).isEqualTo(first);
        assertThat(reader.frame()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(reader.originalLength()).isEqualTo(3);
        assertThat(reader.next()).isTrue();
        assertThat(reader.number()).isEqualTo(2);
        assertThat(reader.frame().remaining()).isZero();
        assertThat(reader.next()).isFalse();
    }

    @Test
    void aLittleEndianCaptureIsRead() throws IOException {
        PcapReader reader = reader(
                "d4c3b2a1 02000400 00000000 00000000 00000400 01000000" + "10000000 07000000 02000000 3c000000 abcd");

        assertThat(reader.linkType()).isEqualTo(LinkType.ETHERNET);
        assertThat(reader.next()).isTrue();
        assertThat(reader.time()).isEqualTo(Instant.ofEpochSecond(16, 7_000));
        assertThat(reader.frame().limit()).isEqualTo(2);
        assertThat(reader.originalLength()).isEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            d4c3b2a1 0200 | not a capture in pcap format: shorter than its header of 24 bytes
            0a0d0d0a 0000000000000000000000000000000000000000 | a capture in pcapng format; 'editcap -F pcap IN OUT' converts it to pcap
            504b0304 0000000000000000000000000000000000000000 | not a capture in pcap format: it begins with 504b0304
            d4c3b2a1 02000400 00000000 00000000 00000400 69000000 | link type 105 is not supported; supported are Ethernet (1), raw IP (101), LINUX_SLL (113) and LINUX_SLL2 (276)
            """)
    void aFileOfAnotherKindIsRejected(String hex, String message) {
        assertThatThrownBy(() -> reader(hex)).isInstanceOf(IOException.class).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1000000007000000 | the capture ends in the header of frame 1
            10000000 07000000 02000000 02000000 ab | the capture ends within frame 1
            10000000 07000000 01000400 01000400 ab | frame 1 announces 262145 bytes; limit 262144
            10000000 07000000 ffffffff ffffffff ab | frame 1 announces 4294967295 bytes; limit 262144
            """)
    void aDamagedFrameIsRejected(String hex, String message) throws IOException {
        PcapReader reader = reader("d4c3b2a1 02000400 00000000 00000000 00000400 01000000" + hex);

        assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "ETHERNET, 0102030405060708090a0b0c 0800 45, 14",
        "ETHERNET, 0102030405060708090a0b0c 86dd 60, 14",
        "ETHERNET, 0102030405060708090a0b0c 8100 0005 0800 45, 18",
        "ETHERNET, 0102030405060708090a0b0c 88a8 0005 8100 0006 86dd 60, 22",
        "ETHERNET, 0102030405060708090a0b0c 0806 00, -1",
        "ETHERNET, 0102030405060708090a0b0c 8100, -1",
        "ETHERNET, 0102, -1",
        "RAW_IP, 45, 0",
        "LINUX_SLL, 00000001000600000000000000000800 45, 16",
        "LINUX_SLL, 00000001000600000000000000000806 45, -1",
        "LINUX_SLL2, 0800000000000001000100060000000000000000 45, 20",
        "LINUX_SLL2, 0806000000000001000100060000000000000000 45, -1",
        "LINUX_SLL2, 0800, -1"
    })
    void theIpHeaderIsFound(LinkType linkType, String hex, int offset) {
        ByteBuffer frame = ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));

        assertThat(linkType.ipOffset(frame)).isEqualTo(offset);
    }
}
