// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.attr.Gid;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;
import org.verbena.connect.ConnectorException.Reason;

class HandshakeMessageTest {
    private static final EndpointAttributes ENDPOINT = new EndpointAttributes(
            QpType.RC,
            0x123456,
            0xABCDEF,
            Mtu.BYTES_4096,
            LinkLayer.ETHERNET,
            0,
            Optional.of(Gid.parse("0000:0000:0000:0000:0000:ffff:c0a8:6301")),
            16,
            32,
            0,
            Optional.empty());

    /** A request in the documented format. */
    private static final String REQUEST = "56424e41 0001 0001 00000054" // magic, version, REQUEST, length
            + "0001 0004 00000002" // qp_type RC
            + "0002 0004 00123456" // qp_num
            + "0003 0004 00abcdef" // psn
            + "0004 0001 05" // mtu
            + "0005 0001 02" // link_layer
            + "0006 0002 0000" // lid
            + "0007 0010 00000000000000000000ffffc0a86301" // gid
            + "0008 0001 10" // max_rd_atomic
            + "0009 0001 20" // max_dest_rd_atomic
            + "000a 0004 00000000" // qkey
            + "000b 0002 cafe"; // private_data

    @Test
    void anEndpointHasTheDocumentedBytes() {
        HandshakeMessage message = EndpointMessage.write(
                MessageType.REQUEST, ENDPOINT, ByteBuffer.wrap(new byte[] {(byte) 0xCA, (byte) 0xFE}));

        assertThat(message.encode().array()).isEqualTo(bytes(REQUEST));
    }

    @Test
    void anEndpointIsDecodedFromItsBytes() {
        HandshakeMessage message = decode(bytes(REQUEST));

        assertThat(message.is(MessageType.REQUEST)).isTrue();
        assertThat(EndpointMessage.read(message)).isEqualTo(ENDPOINT);
        assertThat(message.bytes(MessageField.PRIVATE_DATA)).isEqualTo(ByteBuffer.wrap(bytes("cafe")));
    }

    @Test
    void aPortOfInfiniBandNeedsNoGid() {
        EndpointAttributes infiniBand = new EndpointAttributes(
                QpType.UD,
                7,
                0,
                Mtu.BYTES_2048,
                LinkLayer.INFINIBAND,
                0xBEEF,
                Optional.empty(),
                0,
                0,
                0xFFFF_FFFFL,
                Optional.of(new UUID(0x0102_0304_0506_0708L, 0x090A_0B0C_0D0E_0F10L)));
        HandshakeMessage message = EndpointMessage.write(MessageType.ANSWER, infiniBand, Connector.NO_DATA);

        assertThat(EndpointMessage.read(decode(message.encode().array()))).isEqualTo(infiniBand);
    }

    @Test
    void fabricPrecedesMac() {
        ByteBuffer mac = ByteBuffer.allocate(SharedSecret.MAC_LENGTH);
        byte[] encoded = new HandshakeMessage(MessageType.REQUEST)
                .put(MessageField.MAC, mac)
                .put(MessageField.FABRIC, ByteBuffer.allocate(16))
                .encode()
                .array();

        assertThat(encoded).startsWith(bytes("56424e41 0001 0001 00000038 000f 0010"));
        assertThat(Arrays.copyOfRange(encoded, 32, 36)).isEqualTo(bytes("000e 0020"));
    }

    @Test
    void anUnknownOptionalFieldIsSkipped() {
        HandshakeMessage message = decode(bytes(REQUEST.replace("00000054", "0000005b") + "7fff 0003 010203"));

        assertThat(EndpointMessage.read(message)).isEqualTo(ENDPOINT);
    }

    @ParameterizedTest
    @CsvSource({
        "56424e41 0001, 47455420 0001, MALFORMED, magic = 0x47455420",
        "56424e41 0001, 56424e41 0002, INCOMPATIBLE, version = 2",
        "0001 00000054, 0001 00002001, MALFORMED, 'body length = 8193 bytes, limit 8192'",
        "0001 00000054, 0001 ffffffff, MALFORMED, 'body length = 4294967295 bytes'",
        "0002 0004 00123456, 8002 0004 00123456, INCOMPATIBLE, field 32770 is mandatory",
        "0002 0004 00123456, 0001 0004 00123456, MALFORMED, field 1 is repeated",
        "0002 0004 00123456, 0022 0004 00123456, MALFORMED, field qp_num is missing",
        "0002 0004 00123456, 0002 0004 01000000, MALFORMED, 'field qp_num = 16777216, limit 16777215'",
        "0006 0002 0000, 0106 0002 0000, MALFORMED, field lid is missing",
        "0004 0001 05, 0004 0001 06, MALFORMED, field mtu = 6",
        "0007 0010, 0007 000f, MALFORMED, bytes",
        "000b 0002 cafe, 000b 0003 cafe, MALFORMED, 'field 11 of 3 bytes, of which 2 are present'",
        "000b 0002 cafe, 000b 0001 cafe, MALFORMED, 1 bytes after the last field",
    })
    void refusesMalformedAndIncompatibleMessages(String good, String bad, Reason reason, String message) {
        byte[] broken = bytes(REQUEST.replace(good, bad));

        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(() -> EndpointMessage.read(decode(broken)))
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void randomlyChangedBytesCauseOnlyConnectorExceptions() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = bytes(REQUEST);
            for (int flips = random.nextInt(1, 6); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                EndpointMessage.read(decode(bytes));
            } catch (ConnectorException e) {
                assertThat(e.reason())
                        .as("seed %d, round %d: %s", seed, round, e.getMessage())
                        .isIn(Reason.MALFORMED, Reason.INCOMPATIBLE);
            }
        }
    }

    @Test
    void aLongReasonIsCutAndControlCharactersAreReplaced() {
        String reason = HandshakeMessage.reject("x".repeat(5000)).text(MessageField.REASON);

        assertThat(reason).hasSize(1024);
        assertThat(decode(HandshakeMessage.reject("\u001b[2J no").encode().array())
                        .text(MessageField.REASON))
                .isEqualTo(" [2J no");
        assertThat(HandshakeMessage.reject("no\n\u0085\u2028\u202E\u200Bline").text(MessageField.REASON))
                .isEqualTo("no     line");
    }

    /** Decodes a message like a socket: the header, then a body of the length in the header or all remaining bytes. */
    private static HandshakeMessage decode(byte[] bytes) {
        ByteBuffer header =
                ByteBuffer.wrap(bytes, 0, HandshakeMessage.HEADER_LENGTH).slice();
        int length = Math.min(HandshakeMessage.bodyLength(header), bytes.length - HandshakeMessage.HEADER_LENGTH);
        return HandshakeMessage.decode(
                header,
                ByteBuffer.wrap(bytes, HandshakeMessage.HEADER_LENGTH, length).slice());
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
