// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Set;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.itests.fuzz.Allocation;

/** Checks that the bytes of a peer are rejected, or describe an endpoint that can be encoded again. */
public class HandshakeMessageFuzz {
    private static final Set<Reason> REFUSALS = Set.of(Reason.MALFORMED, Reason.INCOMPATIBLE);

    /**
     * The allocation limit. A body has at most 8 KiB, and its parsed form has a few objects for each field of 4 bytes.
     */
    private static final long MAX_BYTES = 1 << 20;

    @FuzzTest
    void noInputDoesHarm(byte[] input) {
        if (input.length < HandshakeMessage.HEADER_LENGTH) {
            return;
        }
        ByteBuffer header =
                ByteBuffer.wrap(input, 0, HandshakeMessage.HEADER_LENGTH).slice();
        ByteBuffer rest = ByteBuffer.wrap(input).position(HandshakeMessage.HEADER_LENGTH);
        try {
            Allocation.atMost(MAX_BYTES, () -> read(header, rest));
        } catch (ConnectorException e) {
            assertThat(e.reason()).as(e.getMessage()).isIn(REFUSALS);
        }
    }

    private static void read(ByteBuffer header, ByteBuffer rest) {
        int length = HandshakeMessage.bodyLength(header);
        assertThat(length).isBetween(0, HandshakeMessage.MAX_LENGTH);
        HandshakeMessage message =
                HandshakeMessage.decode(header, rest.slice(rest.position(), Math.min(length, rest.remaining())));
        requireSame(message, decoded(message));
        assertThat(message.text(MessageField.REASON).chars()).noneMatch(Character::isISOControl);
        readEndpoint(message);
    }

    private static void readEndpoint(HandshakeMessage message) {
        EndpointAttributes endpoint = EndpointMessage.read(message);
        ByteBuffer privateData = message.bytes(MessageField.PRIVATE_DATA);
        HandshakeMessage told = EndpointMessage.write(MessageType.ANSWER, endpoint, privateData);
        HandshakeMessage heard = decoded(told);
        requireSame(told, heard);
        assertThat(EndpointMessage.read(heard)).isEqualTo(endpoint);
        assertThat(heard.bytes(MessageField.PRIVATE_DATA)).isEqualTo(privateData);
    }

    private static HandshakeMessage decoded(HandshakeMessage message) {
        ByteBuffer bytes = message.encode();
        ByteBuffer header = bytes.slice(0, HandshakeMessage.HEADER_LENGTH);
        assertThat(HandshakeMessage.bodyLength(header)).isEqualTo(bytes.remaining() - HandshakeMessage.HEADER_LENGTH);
        return HandshakeMessage.decode(
                header,
                bytes.slice(HandshakeMessage.HEADER_LENGTH, bytes.remaining() - HandshakeMessage.HEADER_LENGTH));
    }

    private static void requireSame(HandshakeMessage one, HandshakeMessage other) {
        assertThat(other.encode()).isEqualTo(one.encode());
    }
}
