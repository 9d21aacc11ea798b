// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.verbena.connect.ConnectorException.Reason;

/**
 * The MACs of one connection. It signs the messages of this side and checks those of the peer. Each MAC covers the
 * previous MAC, and therefore all previous messages. Until ANSWER, the previous MAC is that of the last message of
 * either side. After ANSWER, it is that of the last message of the same side. Supports one signing and one checking
 * thread.
 */
final class MessageAuthentication {
    /** The length of a nonce in bytes, equal to that of a MAC so that neither is weaker. */
    static final int NONCE_LENGTH = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final SharedSecret secret;
    private final Role self;
    private byte[] sent;
    private byte[] received;
    private boolean inTurn = true;

    /** Creates the state after a HELLO, sent or received. */
    MessageAuthentication(SharedSecret secret, Role self, byte[] hello) {
        this.secret = secret;
        this.self = self;
        this.sent = hello;
        this.received = hello;
    }

    static byte[] nonce() {
        byte[] nonce = new byte[NONCE_LENGTH];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /**
     * Fills in the MAC of a message, which is its last field.
     *
     * @param message the message
     * @param bytes the encoded message, with space for the MAC
     */
    void sign(HandshakeMessage message, byte[] bytes) {
        byte[] mac = secret.mac(self, sent, covered(bytes));
        System.arraycopy(mac, 0, bytes, bytes.length - mac.length, mac.length);
        sent = mac;
        if (inTurn) {
            received = mac;
        }
        takeTurn(message);
    }

    /**
     * Checks the MAC of a message.
     *
     * @param message the message
     * @param bytes the received bytes of the message
     * @throws ConnectorException if the peer did not send the message on this connection and at this position
     */
    void check(HandshakeMessage message, byte[] bytes) {
        if (!message.has(MessageField.MAC)) {
            throw HandshakeMessage.malformed("field " + MessageField.MAC + " is missing");
        }
        byte[] mac = message.bytes(MessageField.MAC).array();
        byte[] last = Arrays.copyOfRange(bytes, bytes.length - mac.length, bytes.length);
        byte[] expected = secret.mac(self.other(), received, covered(bytes));
        if (!MessageDigest.isEqual(mac, expected) || !MessageDigest.isEqual(last, expected)) {
            throw new ConnectorException(
                    Reason.UNAUTHENTICATED, "the peers have different secrets, or an attacker has altered the message");
        }
        received = mac;
        if (inTurn) {
            sent = mac;
        }
        takeTurn(message);
    }

    /** Ends the alternation after ANSWER, when either side may send at any time. */
    private void takeTurn(HandshakeMessage message) {
        inTurn &= !message.is(MessageType.ANSWER);
    }

    /** Returns the bytes that the MAC covers: all before the last field. */
    private static byte[] covered(byte[] message) {
        return Arrays.copyOf(message, message.length - HandshakeMessage.FIELD_HEADER_LENGTH - SharedSecret.MAC_LENGTH);
    }
}
