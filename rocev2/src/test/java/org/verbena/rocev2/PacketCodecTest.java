// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.rocev2.PacketDecoder.Defect;
import org.verbena.rocev2.RoceOpcode.Header;

/** Checks that packets are read and written as the headers of IBA define them. */
class PacketCodecTest {
    private static final int OFFSET = 5;

    private final PacketDecoder decoder = new PacketDecoder();
    private final PacketEncoder encoder = new PacketEncoder();
    private final ByteBuffer buffer = ByteBuffer.allocate(256);

    private Defect decode(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        buffer.put(OFFSET, bytes);
        return decoder.wrap(buffer, OFFSET, bytes.length);
    }

    private String encoded(int length) {
        return HexFormat.of().formatHex(buffer.array(), OFFSET, OFFSET + length);
    }

    @Test
    void aSendIsDecoded() {
        assertThat(decode("0430ffff00000011 80000abc 68656c6c6f000000 6c223274"))
                .isEqualTo(Defect.NONE);

        assertThat(decoder.opcode()).isEqualTo(RoceOpcode.RC_SEND_ONLY);
        assertThat(decoder.destQpn()).isEqualTo(0x11);
        assertThat(decoder.psn()).isEqualTo(0xABC);
        assertThat(decoder.isAckRequested()).isTrue();
        assertThat(decoder.isSolicited()).isFalse();
        assertThat(decoder.pkey()).isEqualTo(0xFFFF);
        assertThat(decoder.padCount()).isEqualTo(3);
        assertThat(decoder.payloadOffset()).isEqualTo(OFFSET + 12);
        assertThat(decoder.payloadLength()).isEqualTo(5);
        assertThat(decoder.icrc()).isEqualTo(0x7432226C);
    }

    @Test
    void aSendIsEncoded() {
        encoder.begin(buffer, OFFSET, RoceOpcode.RC_SEND_ONLY)
                .pkey(0xFFFF)
                .destQpn(0x11)
                .psn(0xABC, true);
        buffer.put(encoder.payloadOffset(), new byte[] {'h', 'e', 'l', 'l', 'o', 1, 1, 1});
        int length = encoder.end(5);
        encoder.icrc(0x7432226C);

        assertThat(encoded(length)).isEqualTo("0430ffff0000001180000abc68656c6c6f0000006c223274");
    }

    @Test
    void aWriteWithImmediateHasItsHeadersInOrder() {
        encoder.begin(buffer, OFFSET, RoceOpcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE)
                .solicited(true)
                .reth(0x1122_3344_5566_7788L, 0xA1B2_C3D4, 0xFFFF_FFFFL)
                .immediate(0x0102_0304);
        int length = encoder.end(0);

        assertThat(encoded(length))
                .isEqualTo("0b80000000000000000000001122334455667788a1b2c3d4ffffffff0102030400000000");
    }

    @Test
    void anAtomicHasTheSwapOperandFirst() {
        encoder.begin(buffer, OFFSET, RoceOpcode.RC_COMPARE_SWAP).atomicEth(0x1000, 0x77, 5, 6);

        assertThat(encoded(encoder.end(0)))
                .isEqualTo("130000000000000000000000" + "0000000000001000" + "00000077" + "0000000000000005"
                        + "0000000000000006" + "00000000");
    }

    @Test
    void aFlushHasItsTypeBeforeTheMemory() {
        encoder.begin(buffer, OFFSET, RoceOpcode.RC_FLUSH).feth(2, 1).reth(8, 9, 10);

        assertThat(encoded(encoder.end(0)))
                .isEqualTo("1c0000000000000000000000" + "00000012" + "0000000000000008" + "00000009" + "0000000a"
                        + "00000000");
    }

    @ParameterizedTest
    @EnumSource
    void everyOpcodeKeepsAllValues(RoceOpcode opcode) {
        long seed = System.nanoTime();
        System.out.println(opcode + " from seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int length = encodeRandom(opcode, random);
            ByteBuffer copy = ByteBuffer.allocate(buffer.capacity());

            assertThat(decoder.wrap(buffer, OFFSET, length)).isEqualTo(Defect.NONE);
            assertThat(decoder.opcode()).isEqualTo(opcode);
            assertThat(encoder.copy(decoder, buffer, copy, OFFSET)).isEqualTo(length);
            assertThat(HexFormat.of().formatHex(copy.array(), OFFSET, OFFSET + length))
                    .isEqualTo(encoded(length));
        }
    }

    private int encodeRandom(RoceOpcode opcode, Random random) {
        encoder.begin(buffer, OFFSET, opcode).pkey(random.nextInt()).destQpn(random.nextInt());
        encoder.solicited(random.nextBoolean()).migrated(random.nextBoolean());
        encoder.congestion(random.nextBoolean(), random.nextBoolean()).psn(random.nextInt(), random.nextBoolean());
        if (opcode.has(Header.XRCETH)) {
            encoder.srqn(random.nextInt());
        }
        if (opcode.has(Header.DETH)) {
            encoder.deth(random.nextInt(), random.nextInt());
        }
        if (opcode.has(Header.FETH)) {
            encoder.feth(random.nextInt(), random.nextInt());
        }
        if (opcode.has(Header.RETH)) {
            encoder.reth(random.nextLong(), random.nextInt(), random.nextInt());
        }
        if (opcode.has(Header.ATOMIC_ETH)) {
            encoder.atomicEth(random.nextLong(), random.nextInt(), random.nextLong(), random.nextLong());
        }
        if (opcode.has(Header.AETH)) {
            encoder.aeth(random.nextInt(), random.nextInt());
        }
        if (opcode.has(Header.ATOMIC_ACK_ETH)) {
            encoder.original(random.nextLong());
        }
        if (opcode.has(Header.IMMDT)) {
            encoder.immediate(random.nextInt());
        }
        if (opcode.has(Header.IETH)) {
            encoder.invalidatedRkey(random.nextInt());
        }
        byte[] payload = new byte[random.nextInt(64)];
        random.nextBytes(payload);
        buffer.put(encoder.payloadOffset(), payload);
        int length = encoder.end(payload.length);
        encoder.icrc(random.nextInt());
        return length;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0430ffff00000011 80000a             | NO_BTH
            1500ffff00000011 80000abc 00000000  | UNKNOWN_OPCODE
            0430ffff00000011 80000abc 00000000  | TRUNCATED
            0c00ffff00000011 80000abc 00000000  | TRUNCATED
            0401ffff00000011 80000abc 00000000  | VERSION
            0400ffff00000011 80000abc 00000000  | NONE
            """)
    void aDefectIsNamed(String hex, Defect defect) {
        assertThat(decode(hex)).isEqualTo(defect);
        assertThat(defect.toString()).isNotEmpty();
    }

    @Test
    void anAbsentHeaderCannotBeRead() {
        decode("0400ffff00000011 80000abc 00000000");

        assertThatThrownBy(decoder::rkey)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("RC_SEND_ONLY has no RETH");
    }

    @Test
    void randomBytesAreNeverReadBeyondTheirEnd() {
        long seed = System.nanoTime();
        System.out.println("random bytes from seed " + seed);
        Random random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < 100_000; i++) {
            ByteBuffer exact = ByteBuffer.allocate(random.nextInt(70));
            random.nextBytes(exact.array());
            if (exact.capacity() > 1) {
                exact.put(1, (byte) (exact.get(1) & 0xF0));
            }
            if (decoder.wrap(exact, 0, exact.capacity()) == Defect.NONE) {
                accepted++;
                encoder.copy(decoder, exact, buffer, 0);
                assertThat(decoder.payloadLength()).isBetween(0, exact.capacity());
            }
        }
        assertThat(accepted).isPositive();
    }
}
