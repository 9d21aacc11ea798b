// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.rocev2.UdpDatagram.Defect;

/** Checks the headers below a packet. */
class UdpDatagramTest {
    private static final String IPV4 = "45000034000040004011f364c0a86301c0a86302" + "c12312b700200000";
    private static final String IPV6 = "6a1234560020" + "11" + "40" + "fd000000000000000000000000000001"
            + "fd000000000000000000000000000002" + "c12312b700200000";
    private static final String HELLO = "0430ffff0000001180000abc68656c6c6f0000006c223274";

    private final UdpDatagram datagram = new UdpDatagram();

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @Test
    void anIpv4DatagramIsReadAndWritten() {
        ByteBuffer frame = bytes(IPV4 + HELLO);

        assertThat(datagram.wrap(frame, 0, frame.capacity())).isEqualTo(Defect.NONE);
        assertThat(datagram.isIpv4()).isTrue();
        assertThat(datagram.sourcePort()).isEqualTo(0xC123);
        assertThat(datagram.destinationPort()).isEqualTo(PacketDecoder.UDP_PORT);
        assertThat(datagram.hopLimit()).isEqualTo(64);
        assertThat(datagram.flags()).isEqualTo(Icrc.DONT_FRAGMENT);
        assertThat(datagram.payloadLength()).isEqualTo(24);
        assertThat(copy(frame)).isEqualTo(IPV4 + HELLO);
    }

    @Test
    void anIpv6DatagramIsReadAndWritten() {
        ByteBuffer frame = bytes(IPV6 + HELLO);

        assertThat(datagram.wrap(frame, 0, frame.capacity())).isEqualTo(Defect.NONE);
        assertThat(datagram.isIpv4()).isFalse();
        assertThat(datagram.trafficClass()).isEqualTo(0xA1);
        assertThat(datagram.flowLabel()).isEqualTo(0x23456);
        assertThat(copy(frame)).isEqualTo(IPV6 + HELLO);
    }

    private String copy(ByteBuffer frame) {
        ByteBuffer target = ByteBuffer.allocate(200);
        int at = datagram.addressesOffset();
        UdpDatagram written = new UdpDatagram()
                .begin(target, 0, datagram.isIpv4())
                .routing(datagram.trafficClass(), datagram.flowLabel(), datagram.hopLimit())
                .identification(datagram.identification(), datagram.flags())
                .addresses(frame, at, frame, at + datagram.addressLength())
                .udp(datagram.sourcePort(), datagram.destinationPort(), datagram.udpChecksum());
        target.put(written.payloadOffset(), frame, datagram.payloadOffset(), datagram.payloadLength());
        return HexFormat.of().formatHex(target.array(), 0, written.end(datagram.payloadLength()));
    }

    @Test
    void theChecksumOfAPacketIsComputedFromItsHeaders() {
        Icrc icrc = new Icrc();
        ByteBuffer frame = bytes(IPV4 + HELLO);
        datagram.wrap(frame, 0, frame.capacity());

        datagram.describe(icrc);

        assertThat(icrc.compute(frame, datagram.payloadOffset(), datagram.payloadLength()))
                .isEqualTo(0x7432226C);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                          | NOT_UDP
            4500                                                        | NOT_UDP
            3500001c000040004011f364c0a86301c0a86302c12312b700080000    | NOT_UDP
            4600001c000040004011f364c0a86301c0a86302c12312b700080000    | NOT_UDP
            4500001c000040004006f364c0a86301c0a86302c12312b700080000    | NOT_UDP
            4500001c000020004011f364c0a86301c0a86302c12312b700080000    | FRAGMENT
            4500001c000040014011f364c0a86301c0a86302c12312b700080000    | FRAGMENT
            4500001c000040004011f364c0a86301c0a86302c12312b700090000    | TRUNCATED
            4500001c000040004011f364c0a86301c0a86302c12312b700070000    | TRUNCATED
            4500001d000040004011f364c0a86301c0a86302c12312b700090000    | TRUNCATED
            4500001c000040004011f364c0a86301c0a86302c12312b700080000    | NONE
            """)
    void aDefectIsNamed(String hex, Defect defect) {
        ByteBuffer frame = bytes(hex);

        assertThat(datagram.wrap(frame, 0, frame.capacity())).isEqualTo(defect);
        assertThat(defect.toString()).isNotEmpty();
    }
}
