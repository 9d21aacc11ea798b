package org.verbena.connect;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.connect.ConnectorException.Reason;

/**
 * What comes before a request: with a shared secret, each side proves that it has it before anything else is said or
 * done. A side with a secret talks to nobody who has none, and the other way round.
 */
final class Greeting {
    private Greeting() {}

    /** The side that connects: the one that listens proves itself before it hears of a queue pair. */
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
     * The side that listens.
     *
     * @return the request, of somebody who has proved himself if there is a secret
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
