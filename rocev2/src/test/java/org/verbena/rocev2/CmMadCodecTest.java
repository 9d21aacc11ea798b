// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.rocev2.CmMadDecoder.Defect;

/** Checks that messages of the connection manager are read and written as IBA and Linux define them. */
class CmMadCodecTest {
    private static final int OFFSET = 3;

    /** A request from 192.168.99.1:40000 to 192.168.99.2:7174 as Linux formats it: {@code cm_format_req}. */
    private static final String REQUEST = """
            01 07 02 03 00 00 00 00 00 00 00 07 4d 3c 2b 1a
            00 10 00 00 00 00 00 00 1a 2b 3c 4d 00 00 00 00
            00 00 00 00 01 06 1c 06 02 00 00 ff fe 00 00 01
            00 00 00 00 00 00 00 00 00 00 11 01 00 00 00 01
            00 00 00 a0 ab cd ef a7 ff ff 37 f0 ff ff ff ff
            00 00 00 00 00 00 00 00 00 00 ff ff c0 a8 63 01
            00 00 00 00 00 00 00 00 00 00 ff ff c0 a8 63 02
            30 7c 60 00 00 40 00 88
            """ + "00".repeat(44) + """
            00 40 9c 40 00 00 00 00 00 00 00 00 00 00 00 00 c0 a8 63 01
            00 00 00 00 00 00 00 00 00 00 00 00 c0 a8 63 02
            """ + "00".repeat(56);

    private final CmMadDecoder decoder = new CmMadDecoder();
    private final CmMadEncoder encoder = new CmMadEncoder();
    private final ByteBuffer buffer = ByteBuffer.allocate(OFFSET + CmMadDecoder.LENGTH + OFFSET);

    private Defect decode(byte[] bytes) {
        buffer.put(OFFSET, bytes);
        return decoder.wrap(buffer, OFFSET, bytes.length);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    }

    private byte[] encoded() {
        byte[] bytes = new byte[CmMadDecoder.LENGTH];
        buffer.get(OFFSET, bytes);
        return bytes;
    }

    private static byte[] gid(int last) {
        return bytes("00000000000000000000ffffc0a863" + HexFormat.of().toHexDigits((byte) last));
    }

    @Test
    void aRequestIsDecoded() {
        assertThat(decode(bytes(REQUEST))).isEqualTo(Defect.NONE);

        assertThat(decoder.message()).isEqualTo(CmMessageType.REQ);
        assertThat(decoder.transactionId()).isEqualTo(0x7_4D3C_2B1AL);
        assertThat(decoder.attributeModifier()).isZero();
        assertThat(decoder.get(CmField.REQ_LOCAL_COMM_ID)).isEqualTo(0x1A2B_3C4DL);
        assertThat(decoder.get(CmField.REQ_SERVICE_ID)).isEqualTo(0x106_1C06L);
        assertThat(decoder.get(CmField.REQ_LOCAL_CA_GUID)).isEqualTo(0x0200_00FF_FE00_0001L);
        assertThat(decoder.getInt(CmField.REQ_LOCAL_QPN)).isEqualTo(0x11);
        assertThat(decoder.getInt(CmField.REQ_RESPONDER_RESOURCES)).isEqualTo(1);
        assertThat(decoder.getInt(CmField.REQ_INITIATOR_DEPTH)).isEqualTo(1);
        assertThat(decoder.getInt(CmField.REQ_REMOTE_CM_RESPONSE_TIMEOUT)).isEqualTo(20);
        assertThat(decoder.getInt(CmField.REQ_TRANSPORT_SERVICE_TYPE)).isZero();
        assertThat(decoder.getInt(CmField.REQ_STARTING_PSN)).isEqualTo(0xAB_CDEF);
        assertThat(decoder.getInt(CmField.REQ_LOCAL_CM_RESPONSE_TIMEOUT)).isEqualTo(20);
        assertThat(decoder.getInt(CmField.REQ_RETRY_COUNT)).isEqualTo(7);
        assertThat(decoder.getInt(CmField.REQ_PARTITION_KEY)).isEqualTo(0xFFFF);
        assertThat(decoder.getInt(CmField.REQ_PATH_PACKET_PAYLOAD_MTU)).isEqualTo(3);
        assertThat(decoder.getInt(CmField.REQ_RNR_RETRY_COUNT)).isEqualTo(7);
        assertThat(decoder.getInt(CmField.REQ_MAX_CM_RETRIES)).isEqualTo(15);
        assertThat(decoder.getInt(CmField.REQ_PRIMARY_LOCAL_PORT_LID)).isEqualTo(0xFFFF);
        assertThat(decoder.getInt(CmField.REQ_PRIMARY_FLOW_LABEL)).isEqualTo(0x307C6);
        assertThat(decoder.getInt(CmField.REQ_PRIMARY_HOP_LIMIT)).isEqualTo(64);
        assertThat(decoder.getInt(CmField.REQ_PRIMARY_LOCAL_ACK_TIMEOUT)).isEqualTo(17);
        byte[] gid = new byte[16];
        assertThat(decoder.get(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, gid)).isEqualTo(16);
        assertThat(gid).isEqualTo(gid(2));

        CmaHeader header = new CmaHeader().wrap(buffer, OFFSET + CmBlock.REQ_PRIVATE_DATA.offset());
        byte[] address = new byte[4];
        assertThat(header.version()).isZero();
        assertThat(header.ipVersion()).isEqualTo(4);
        assertThat(header.port()).isEqualTo(40000);
        header.source(address);
        assertThat(address).containsExactly(192, 168, 99, 1);
        header.destination(address);
        assertThat(address).containsExactly(192, 168, 99, 2);
    }

    @Test
    void aRequestIsEncoded() {
        encoder.begin(buffer, OFFSET, CmMessageType.REQ, 0x7_4D3C_2B1AL);
        encoder.set(CmField.REQ_LOCAL_COMM_ID, 0x1A2B_3C4D).set(CmField.REQ_SERVICE_ID, 0x106_1C06);
        encoder.set(CmField.REQ_LOCAL_CA_GUID, 0x0200_00FF_FE00_0001L).set(CmField.REQ_LOCAL_QPN, 0x11);
        encoder.set(CmField.REQ_RESPONDER_RESOURCES, 1).set(CmField.REQ_INITIATOR_DEPTH, 1);
        encoder.set(CmField.REQ_REMOTE_CM_RESPONSE_TIMEOUT, 20).set(CmField.REQ_LOCAL_CM_RESPONSE_TIMEOUT, 20);
        encoder.set(CmField.REQ_STARTING_PSN, 0xAB_CDEF).set(CmField.REQ_RETRY_COUNT, 7);
        encoder.set(CmField.REQ_PARTITION_KEY, 0xFFFF).set(CmField.REQ_PATH_PACKET_PAYLOAD_MTU, 3);
        encoder.set(CmField.REQ_RNR_RETRY_COUNT, 7).set(CmField.REQ_MAX_CM_RETRIES, 15);
        encoder.set(CmField.REQ_PRIMARY_LOCAL_PORT_LID, 0xFFFF).set(CmField.REQ_PRIMARY_REMOTE_PORT_LID, 0xFFFF);
        encoder.put(CmBlock.REQ_PRIMARY_LOCAL_PORT_GID, 0, ByteBuffer.wrap(gid(1)));
        encoder.put(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, 0, ByteBuffer.wrap(gid(2)));
        encoder.set(CmField.REQ_PRIMARY_FLOW_LABEL, 40000 * 31 + 7174).set(CmField.REQ_PRIMARY_HOP_LIMIT, 64);
        encoder.set(CmField.REQ_PRIMARY_LOCAL_ACK_TIMEOUT, 17);
        byte[] source = {(byte) 192, (byte) 168, 99, 1};
        byte[] destination = {(byte) 192, (byte) 168, 99, 2};
        new CmaHeader().wrap(buffer, OFFSET + CmBlock.REQ_PRIVATE_DATA.offset()).set(40000, source, destination);

        assertThat(encoded()).isEqualTo(bytes(REQUEST));
    }

    @ParameterizedTest
    @EnumSource
    void everyMessageKeepsAllValues(CmMessageType type) {
        long seed = System.nanoTime();
        System.out.println(type + " from seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            encoder.begin(buffer, OFFSET, type, random.nextLong());
            encoder.status(random.nextInt()).attributeModifier(random.nextInt());
            for (CmField field : CmField.values()) {
                if (field.message() == type) {
                    long value = random.nextLong();
                    encoder.set(field, value);
                    decoder.wrap(buffer, OFFSET, CmMadDecoder.LENGTH);
                    assertThat(decoder.get(field))
                            .as("%s", field)
                            .isEqualTo(field.width() == 64 ? value : value & (1L << field.width()) - 1);
                }
            }
            for (CmBlock block : CmBlock.values()) {
                if (block.message() == type) {
                    byte[] data = new byte[block.length()];
                    random.nextBytes(data);
                    encoder.put(block, 0, ByteBuffer.wrap(data));
                }
            }
            assertThat(decoder.wrap(buffer, OFFSET, CmMadDecoder.LENGTH)).isEqualTo(Defect.NONE);
            ByteBuffer copy = ByteBuffer.allocate(CmMadDecoder.LENGTH);
            new CmMadEncoder().copy(decoder, copy, 0);
            assertThat(copy.array()).isEqualTo(encoded());
        }
    }

    /** No two fields of a message share a bit. The test sets all bits of one field after another. */
    @ParameterizedTest
    @EnumSource
    void fieldsDoNotOverlap(CmMessageType type) {
        BitSet taken = new BitSet();
        for (CmField field : CmField.values()) {
            if (field.message() == type) {
                encoder.begin(buffer, OFFSET, type, 0).set(field, -1);
                occupy(taken, field.width(), field);
            }
        }
        for (CmBlock block : CmBlock.values()) {
            if (block.message() == type) {
                byte[] ones = bytes("ff".repeat(block.length()));
                encoder.begin(buffer, OFFSET, type, 0).put(block, 0, ByteBuffer.wrap(ones));
                occupy(taken, 8 * block.length(), block);
            }
        }
        assertThat(taken.cardinality()).isBetween(64, 232 * 8);
    }

    private void occupy(BitSet taken, int width, Object part) {
        byte[] body = new byte[232];
        buffer.get(OFFSET + 24, body);
        BitSet bits = BitSet.valueOf(body);
        assertThat(bits.cardinality()).as("%s", part).isEqualTo(width);
        assertThat(bits.intersects(taken)).as("%s overlaps", part).isFalse();
        taken.or(bits);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, BASE_VERSION",
        "1, 3, CLASS",
        "2, 1, CLASS_VERSION",
        "3, 1, METHOD",
        "17, 0x1b, ATTRIBUTE",
        "17, 0x0f, ATTRIBUTE",
        "16, 1, ATTRIBUTE"
    })
    void aDefectIsNamed(int position, String value, Defect defect) {
        byte[] mad = bytes(REQUEST);
        mad[position] = Byte.decode(value);

        assertThat(decode(mad)).isEqualTo(defect);
        assertThat(defect.toString()).isNotEmpty();
        assertThat(decoder.wrap(buffer, OFFSET, 255)).isEqualTo(Defect.LENGTH);
    }

    @Test
    void aFieldOfAnotherMessageTypeIsRefused() {
        decode(bytes(REQUEST));
        encoder.begin(buffer, OFFSET, CmMessageType.RTU, 1);

        assertThatThrownBy(() -> decoder.get(CmField.REP_LOCAL_QPN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("REQ has no REP_LOCAL_QPN");
        assertThatThrownBy(() -> encoder.put(CmBlock.REJ_ARI, 0, ByteBuffer.allocate(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("RTU has no REJ_ARI");
        assertThatThrownBy(() -> encoder.put(CmBlock.RTU_PRIVATE_DATA, 1, ByteBuffer.allocate(224)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("RTU_PRIVATE_DATA = 224 bytes at 1, limit 224");
    }

    @Test
    void theHeaderHoldsIpv6Addresses() {
        byte[] source = bytes("fe80000000000000020000fffe009901");
        byte[] destination = bytes("20010db8000000000000000000000002");
        CmaHeader header = new CmaHeader().wrap(buffer, OFFSET);
        header.set(1, source, destination);
        byte[] address = new byte[16];

        assertThat(header.ipVersion()).isEqualTo(6);
        header.source(address);
        assertThat(address).isEqualTo(source);
        header.destination(address);
        assertThat(address).isEqualTo(destination);
    }

    @Test
    void randomBytesAreNeverReadBeyondTheirEnd() {
        long seed = System.nanoTime();
        System.out.println("random bytes from seed " + seed);
        Random random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            ByteBuffer exact = ByteBuffer.allocate(random.nextInt(4) == 0 ? random.nextInt(300) : 256);
            random.nextBytes(exact.array());
            if (exact.capacity() >= 24) {
                exact.put(0, bytes("01070203")).put(16, (byte) 0).put(17, (byte) (0x0F + random.nextInt(13)));
            }
            CmMessageType.of(exact, 0, exact.capacity());
            if (decoder.wrap(exact, 0, exact.capacity()) == Defect.NONE) {
                accepted++;
                encoder.copy(decoder, ByteBuffer.allocate(256), 0);
            }
        }
        assertThat(accepted).isPositive();
    }
}
