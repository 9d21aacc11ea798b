package org.verbena.connect;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.verbena.connect.ConnectorException.Reason;

/**
 * Signs what this side says on one connection, and checks what the other one does. Each MAC covers the one before it,
 * and so all that was said: in turn until ANSWER, from then on by the same side. For one thread in each direction.
 */
final class Seal {
    /** The length of a nonce: as many bytes as the MAC has, so that neither is the weaker one. */
    static final int NONCE_LENGTH = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final SharedSecret secret;
    private final Role self;
    private byte[] sent;
    private byte[] received;
    private boolean inTurn = true;

    /** Begins with a HELLO, sent or received. */
    Seal(SharedSecret secret, Role self, byte[] hello) {
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
     * @param bytes all of it, with room for the MAC
     */
    void sign(Message message, byte[] bytes) {
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
     * @param bytes all of it, as it came
     * @throws ConnectorException if it was not said by the other side, here and now
     */
    void check(Message message, byte[] bytes) {
        if (!message.has(Field.MAC)) {
            throw Message.malformed("field " + Field.MAC + " is missing");
        }
        byte[] mac = message.bytes(Field.MAC).array();
        byte[] last = Arrays.copyOfRange(bytes, bytes.length - mac.length, bytes.length);
        byte[] expected = secret.mac(self.other(), received, covered(bytes));
        if (!MessageDigest.isEqual(mac, expected) || !MessageDigest.isEqual(last, expected)) {
            throw new ConnectorException(
                    Reason.UNAUTHENTICATED,
                    "the two sides have different secrets, or somebody between them alters what they say");
        }
        received = mac;
        if (inTurn) {
            sent = mac;
        }
        takeTurn(message);
    }

    /** Behind the answer both sides talk when they like. */
    private void takeTurn(Message message) {
        inTurn &= !message.is(MessageType.ANSWER);
    }

    /** All up to the last field. */
    private static byte[] covered(byte[] message) {
        return Arrays.copyOf(message, message.length - Message.FIELD_HEADER_LENGTH - SharedSecret.MAC_LENGTH);
    }
}
