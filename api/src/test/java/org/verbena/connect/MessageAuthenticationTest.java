// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.verbena.connect.ConnectorException.Reason;

/** Tests the proofs of authenticated messages. The expected values were computed with Python's hmac and hashlib. */
class MessageAuthenticationTest {
    private static final SharedSecret SECRET =
            new SharedSecret(HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f"));

    private final byte[] hello = withNonce(MessageType.HELLO, 0x11).encode().array();
    private final MessageAuthentication connecting = new MessageAuthentication(SECRET, Role.CONNECTING, hello);
    private final MessageAuthentication listening = new MessageAuthentication(SECRET, Role.LISTENING, hello);

    @Test
    void aHandshakeHasTheDocumentedProofs() {
        assertThat(said(listening, connecting, withNonce(MessageType.CHALLENGE, 0x22)))
                .isEqualTo("0a9a30dc18cabe319ef9f6f9f3d6d1beab16a17aa41aedf49b295f4f31f887a7");
        assertThat(said(connecting, listening, withData(MessageType.REQUEST, "ping")))
                .isEqualTo("06898b752b4a40f2448c718180e686d60db540569c0f9ec9f2d494ee1a0cec4d");
        assertThat(said(listening, connecting, withData(MessageType.ANSWER, "pong")))
                .isEqualTo("65f90ca114c774c97f62ead053c3f111cce6ace8d0c01a6f635846187e4783df");
        assertThat(said(connecting, listening, new HandshakeMessage(MessageType.READY)))
                .isEqualTo("2fc26b4b9b46f851b447f9f6fed63e908be5bcdb6412150a4c7f6b3387fd7fe6");
        assertThat(said(listening, connecting, new HandshakeMessage(MessageType.SYNC)))
                .isEqualTo("4856ec913d69aa2a3ddd3edb871a6d10ed24f36a2e0e90b05dd9ce91d461142d");
        assertThat(said(connecting, listening, new HandshakeMessage(MessageType.SYNC)))
                .isEqualTo("462d853748947a9a04fe93885bf441ad9f244d4b1384ce439773a7c98af8b394");
    }

    @Test
    void aMessageWithoutAProofIsMalformed() {
        byte[] bare = withNonce(MessageType.CHALLENGE, 0x22).encode().array();

        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(() -> check(connecting, bare))
                .withMessageContaining("field mac is missing")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
    }

    @Test
    void theProofIsTheLastField() {
        byte[] signed = sign(listening, withNonce(MessageType.CHALLENGE, 0x22));
        byte[] more = Arrays.copyOf(signed, signed.length + 4);
        more[11] += 4;
        more[signed.length] = 0x7F; // an unknown field of length 0

        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(() -> check(connecting, more))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED));
    }

    @Test
    void noncesAreNotTheSameTwice() {
        assertThat(MessageAuthentication.nonce()).hasSize(32).isNotEqualTo(MessageAuthentication.nonce());
    }

    private static String said(MessageAuthentication from, MessageAuthentication to, HandshakeMessage message) {
        byte[] signed = sign(from, message);
        check(to, signed);
        return HexFormat.of().formatHex(signed, signed.length - 32, signed.length);
    }

    private static byte[] sign(MessageAuthentication authentication, HandshakeMessage message) {
        byte[] bytes =
                message.put(MessageField.MAC, ByteBuffer.allocate(32)).encode().array();
        authentication.sign(message, bytes);
        return bytes;
    }

    private static void check(MessageAuthentication authentication, byte[] bytes) {
        ByteBuffer header =
                ByteBuffer.wrap(bytes, 0, HandshakeMessage.HEADER_LENGTH).slice();
        ByteBuffer body = ByteBuffer.wrap(
                        bytes, HandshakeMessage.HEADER_LENGTH, bytes.length - HandshakeMessage.HEADER_LENGTH)
                .slice();
        HandshakeMessage message = HandshakeMessage.decode(header, body);
        authentication.check(message, message.source());
    }

    private static HandshakeMessage withNonce(MessageType type, int value) {
        byte[] nonce = new byte[32];
        Arrays.fill(nonce, (byte) value);
        return new HandshakeMessage(type).put(MessageField.NONCE, ByteBuffer.wrap(nonce));
    }

    private static HandshakeMessage withData(MessageType type, String data) {
        return new HandshakeMessage(type).put(MessageField.PRIVATE_DATA, StandardCharsets.US_ASCII.encode(data));
    }
}
