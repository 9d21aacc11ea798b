// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.connect.ConnectorException.Reason;

/**
 * The messages before a request. With a shared secret, each side proves that it knows the secret before the other side
 * discloses or changes anything. A side with a secret does not connect with a side without one, nor vice versa.
 */
final class PeerAuthentication {
    private PeerAuthentication() {}

    /**
     * Runs the connecting side. The listening side proves that it knows the secret before it receives queue pair
     * attributes.
     */
    static void connect(MessageSocket socket, @Nullable SharedSecret secret, HandshakeDeadline deadline) {
        if (secret == null) {
            return;
        }
        HandshakeMessage hello = withNonce(MessageType.HELLO);
        socket.send(hello);
        socket.authenticate(new MessageAuthentication(
                secret, Role.CONNECTING, hello.encode().array()));
        requireNonce(socket.receive(MessageType.CHALLENGE, deadline));
    }

    /**
     * Runs the listening side.
     *
     * @return the request; if there is a secret, its sender has proved that it knows the secret
     */
    static HandshakeMessage listen(MessageSocket socket, @Nullable SharedSecret secret, HandshakeDeadline deadline) {
        MessageType first = secret == null ? MessageType.REQUEST : MessageType.HELLO;
        HandshakeMessage opening = socket.receiveAny(first.toString(), deadline);
        if (secret == null) {
            if (opening.is(MessageType.HELLO)) {
                throw alone("connecting", "listening");
            }
            return MessageSocket.require(MessageType.REQUEST, opening);
        }
        if (opening.is(MessageType.REQUEST)) {
            throw alone("listening", "connecting");
        }
        requireNonce(MessageSocket.require(MessageType.HELLO, opening));
        socket.authenticate(new MessageAuthentication(secret, Role.LISTENING, opening.source()));
        socket.send(withNonce(MessageType.CHALLENGE));
        return socket.receive(MessageType.REQUEST, deadline);
    }

    private static HandshakeMessage withNonce(MessageType type) {
        return new HandshakeMessage(type).put(MessageField.NONCE, ByteBuffer.wrap(MessageAuthentication.nonce()));
    }

    private static void requireNonce(HandshakeMessage message) {
        if (message.bytes(MessageField.NONCE).remaining() == 0) {
            throw HandshakeMessage.malformed("field " + MessageField.NONCE + " is missing");
        }
    }

    private static ConnectorException alone(String with, String without) {
        return new ConnectorException(
                Reason.UNAUTHENTICATED,
                "the " + with + " side has a shared secret, and the " + without + " side has none");
    }
}
