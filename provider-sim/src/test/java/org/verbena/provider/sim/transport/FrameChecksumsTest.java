// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.verbena.provider.sim.memory.Segments;

/** Checks checksums against frames with known ones, and against frames that are no packets. */
class FrameChecksumsTest {
    private static final String MACS = "020000000001020000000001";

    /** IPv4 and UDP without data. */
    private static final String IPV4_UDP =
            MACS + "0800" + "4500001c000040004011b8b9c0a80001c0a800c7" + "0035003500087db4";

    private static final String IPV6_TCP = MACS
            + "86dd"
            + "60000000001606400000000000000000000000000000000100000000000000000000000000000002"
            + "1234005000000001000000005002ffff00000000abcd";

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static Segments segments(byte[] frame) {
        Segments segments = new Segments();
        segments.add(ByteBuffer.wrap(frame), 0, frame.length);
        return segments;
    }

    private static boolean areRight(byte[] frame) {
        return FrameChecksums.areRight(segments(frame));
    }

    /** Adds all words of a range. The sum of a range with its right checksum is 0 or FFFF. */
    private static int sum(byte[] frame, int from, int more) {
        int sum = more;
        for (int i = from; i < frame.length; i++) {
            sum += (frame[i] & 0xFF) << ((i - from) % 2 == 0 ? 8 : 0);
        }
        return sum % 0xFFFF;
    }

    @Test
    void writesThoseOfIpv4AndUdp() {
        byte[] frame = bytes(IPV4_UDP);
        byte[] cleared = frame.clone();
        cleared[24] = cleared[25] = cleared[40] = cleared[41] = 0;

        FrameChecksums.write(cleared);

        assertThat(sum(Arrays.copyOf(cleared, 34), 14, 0)).isZero();
        assertThat(sum(cleared, 26, 17 + 8)).isZero();
        assertThat(areRight(cleared)).isTrue();
        cleared[33] ^= 1;
        assertThat(areRight(cleared)).isFalse();
    }

    @Test
    void writesThatOfTcpAboveIpv6() {
        byte[] frame = bytes(IPV6_TCP);

        FrameChecksums.write(frame);

        assertThat(sum(frame, 22, 6 + 22)).isZero();
        assertThat(areRight(frame)).as("IP_CSUM_OK is for IPv4").isFalse();
    }

    @Test
    void udpAboveIpv4NeedsNone() {
        byte[] frame = bytes(IPV4_UDP);
        FrameChecksums.write(frame);
        frame[40] = frame[41] = 0;
        assertThat(areRight(frame)).isTrue();
    }

    @Test
    void aFragmentHasNoneAboveIp() {
        byte[] frame = bytes(IPV4_UDP);
        frame[20] = 0x20;
        frame[40] = frame[41] = 0;

        FrameChecksums.write(frame);

        assertThat(frame[40]).isZero();
        assertThat(frame[41]).isZero();
        assertThat(areRight(frame)).isFalse();
    }

    @Test
    void theApplicationsMemoryStaysUnchanged() {
        byte[] frame = bytes(IPV6_TCP);
        Segments sent = segments(frame);

        FrameChecksums.write(sent);

        assertThat(frame).isEqualTo(bytes(IPV6_TCP));
        assertThat(sent.length()).isEqualTo(frame.length);
    }

    @Test
    void anyBytesAreHandled() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] frame = bytes(random.nextBoolean() ? IPV4_UDP : IPV6_TCP);
            for (int changes = random.nextInt(8); changes > 0; changes--) {
                frame[12 + random.nextInt(frame.length - 12)] = (byte) random.nextInt();
            }
            byte[] part = Arrays.copyOf(frame, random.nextInt(frame.length + 1));
            areRight(part);
            FrameChecksums.write(part);
            assertThat(part).hasSizeLessThanOrEqualTo(frame.length);
        }
    }
}
