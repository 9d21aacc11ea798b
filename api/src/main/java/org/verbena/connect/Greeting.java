package org.verbena.connect;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.connect.ConnectorException.Reason;

/**
 * The messages before a request. With a shared secret, each side proves that it knows the secret before the other side
 * discloses or changes anything. A side with a secret does not connect with a side without one, nor vice versa.
 */
final class Greeting {
    private Greeting() {}

    /**
     * Runs the connecting side. The listening side proves that it knows the secret before it receives queue pair
     * attributes.
     */
    static void connect(MessageSocket socket, @Nullable SharedSecret secret, Deadline deadline) {
        if (secret == null) {
            return;
        }
        Message hello = withNonce(MessageType.HELLO);
        socket.send(hello);
        socket.seal(new Seal(secret, Role.CONNECTING, hello.encode().array()));
        requireNonce(socket.receive(MessageType.CHALLENGE, deadline));
    }

    /**
     * Runs the listening side.
     *
     * @return the request; if there is a secret, its sender has proved that it knows the secret
     */
    static Message listen(MessageSocket socket, @Nullable SharedSecret secret, Deadline deadline) {
        MessageType first = secret == null ? MessageType.REQUEST : MessageType.HELLO;
        Message opening = socket.receiveAny(first.toString(), deadline);
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
        socket.seal(new Seal(secret, Role.LISTENING, opening.source()));
        socket.send(withNonce(MessageType.CHALLENGE));
        return socket.receive(MessageType.REQUEST, deadline);
    }

    private static Message withNonce(MessageType type) {
        return new Message(type).put(Field.NONCE, ByteBuffer.wrap(Seal.nonce()));
    }

    private static void requireNonce(Message message) {
        if (message.bytes(Field.NONCE).remaining() == 0) {
            throw Message.malformed("field " + Field.NONCE + " is missing");
        }
    }

    private static ConnectorException alone(String with, String without) {
        return new ConnectorException(
                Reason.UNAUTHENTICATED, "the " + with + " side has a shared secret, and the " + without + " side none");
    }
}
