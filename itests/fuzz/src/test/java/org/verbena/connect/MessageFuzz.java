package org.verbena.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Set;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.itests.fuzz.Allocation;

/** Bytes of a peer: they are refused, or mean an endpoint that can be told on. */
public final class MessageFuzz {
    private static final Set<Reason> REFUSALS = Set.of(Reason.MALFORMED, Reason.INCOMPATIBLE);

    /** A body has 8 KiB at most; what is kept of it has a few objects for each field of 4 bytes. */
    private static final long MAX_BYTES = 1 << 20;

    private MessageFuzz() {}

    /** For Jazzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < Message.HEADER_LENGTH) {
            return;
        }
        ByteBuffer header = ByteBuffer.wrap(input, 0, Message.HEADER_LENGTH).slice();
        ByteBuffer rest = ByteBuffer.wrap(input).position(Message.HEADER_LENGTH);
        try {
            Allocation.atMost(MAX_BYTES, () -> read(header, rest));
        } catch (ConnectorException e) {
            assertThat(e.reason()).as(e.getMessage()).isIn(REFUSALS);
        }
    }

    private static void read(ByteBuffer header, ByteBuffer rest) {
        int length = Message.bodyLength(header);
        assertThat(length).isBetween(0, Message.MAX_LENGTH);
        Message message = Message.decode(header, rest.slice(rest.position(), Math.min(length, rest.remaining())));
        requireSame(message, decoded(message));
        assertThat(message.text(Field.REASON).chars()).noneMatch(Character::isISOControl);
        readEndpoint(message);
    }

    private static void readEndpoint(Message message) {
        Endpoint endpoint = EndpointMessage.read(message);
        ByteBuffer privateData = message.bytes(Field.PRIVATE_DATA);
        Message told = EndpointMessage.write(MessageType.ANSWER, endpoint, privateData);
        Message heard = decoded(told);
        requireSame(told, heard);
        assertThat(EndpointMessage.read(heard)).isEqualTo(endpoint);
        assertThat(heard.bytes(Field.PRIVATE_DATA)).isEqualTo(privateData);
    }

    private static Message decoded(Message message) {
        ByteBuffer bytes = message.encode();
        ByteBuffer header = bytes.slice(0, Message.HEADER_LENGTH);
        assertThat(Message.bodyLength(header)).isEqualTo(bytes.remaining() - Message.HEADER_LENGTH);
        return Message.decode(header, bytes.slice(Message.HEADER_LENGTH, bytes.remaining() - Message.HEADER_LENGTH));
    }

    private static void requireSame(Message one, Message other) {
        assertThat(other.encode()).isEqualTo(one.encode());
    }
}
