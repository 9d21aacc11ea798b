// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks the checksum against values that were computed by hand, and the search for the identification. */
class IcrcTest {
    private static final int FIRST = 0xC0A8_6301;
    private static final int SECOND = 0xC0A8_6302;

    /** RC SEND Only to queue pair 0x11 with "hello" and three pad bytes. */
    private static final ByteBuffer HELLO = bytes("0430ffff00000011 80000abc 68656c6c6f000000 6c223274");

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @Test
    void aSendOverIpv4HasTheChecksumOfRxe() {
        Icrc icrc = new Icrc().ipv4(FIRST, SECOND).ports(0xC123, PacketDecoder.UDP_PORT);

        assertThat(icrc.compute(HELLO, 0, HELLO.capacity())).isEqualTo(0x7432226C);
    }

    @Test
    void anAnswerOverIpv4HasTheChecksumOfRxe() {
        ByteBuffer ack = bytes("1100ffff00000012 00000abc 1f000001 dc638165");
        Icrc icrc = new Icrc().ipv4(SECOND, FIRST).ports(0xD456, PacketDecoder.UDP_PORT);

        assertThat(icrc.compute(ack, 0, ack.capacity())).isEqualTo(0x658163DC);
    }

    @Test
    void aSendOverIpv6HasTheChecksumOfRxe() {
        ByteBuffer addresses = bytes("fd000000000000000000000000000001 fd000000000000000000000000000002");
        Icrc icrc = new Icrc().ipv6(addresses, 0, addresses, 16).ports(0xC123, PacketDecoder.UDP_PORT);

        assertThat(icrc.compute(HELLO, 0, HELLO.capacity())).isEqualTo(0x7A52E84E);
    }

    @Test
    void theBufferMayBeDirectAndKeepsItsPosition() {
        ByteBuffer direct = ByteBuffer.allocateDirect(100).put(7, HELLO, 0, HELLO.capacity());
        direct.position(3).limit(50);
        Icrc icrc = new Icrc().ipv4(FIRST, SECOND).ports(0xC123, PacketDecoder.UDP_PORT);

        assertThat(icrc.compute(direct, 7, HELLO.capacity())).isEqualTo(0x7432226C);
        assertThat(direct.position()).isEqualTo(3);
        assertThat(direct.limit()).isEqualTo(50);
    }

    @Test
    void fieldsThatRoutersChangeAreNotInTheChecksum() {
        ByteBuffer marked = ByteBuffer.wrap(HELLO.array().clone()).put(4, (byte) 0xC0);
        Icrc icrc = new Icrc().ipv4(FIRST, SECOND).ports(0xC123, PacketDecoder.UDP_PORT);

        assertThat(icrc.compute(marked, 0, marked.capacity())).isEqualTo(0x7432226C);
    }

    @Test
    void theIdentificationIsFoundForEveryLength() {
        long seed = System.nanoTime();
        System.out.println("identifications from seed " + seed);
        Random random = new Random(seed);
        Icrc icrc = new Icrc();
        for (int i = 0; i < 2_000; i++) {
            ByteBuffer packet = ByteBuffer.allocate(16 + random.nextInt(4_200));
            random.nextBytes(packet.array());
            int identification = i < 2 ? i * 0xFFFF : random.nextInt(1 << 16);
            icrc.ipv4(random.nextInt(), random.nextInt()).ports(random.nextInt(1 << 16), PacketDecoder.UDP_PORT);
            icrc.identification(identification, Icrc.DONT_FRAGMENT);
            int checksum = icrc.compute(packet, 0, packet.capacity());

            assertThat(icrc.findIdentification(packet, 0, packet.capacity(), checksum))
                    .isEqualTo(identification);
        }
    }

    @Test
    void mostWrongChecksumsMatchNoIdentification() {
        long seed = System.nanoTime();
        System.out.println("damage from seed " + seed);
        Random random = new Random(seed);
        Icrc icrc = new Icrc().ipv4(FIRST, SECOND).ports(0xC123, PacketDecoder.UDP_PORT);
        ByteBuffer packet = ByteBuffer.allocate(1_000);
        random.nextBytes(packet.array());
        int found = 0;
        for (int i = 0; i < 10_000; i++) {
            int wrong = random.nextInt();
            found += icrc.findIdentification(packet, 0, packet.capacity(), wrong) >= 0 ? 1 : 0;
        }

        // One of 65,536 random checksums matches an identification.
        assertThat(found).isLessThan(10);
    }
}
