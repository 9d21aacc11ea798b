// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.verbena.attr.Gid;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;

/** Converts an {@link EndpointAttributes} to message fields and back. */
final class EndpointMessage {
    private static final long UINT24_MAX = 0xFF_FFFFL;
    private static final long UINT32_MAX = 0xFFFF_FFFFL;

    private EndpointMessage() {}

    static HandshakeMessage write(MessageType type, EndpointAttributes endpoint, ByteBuffer privateData) {
        HandshakeMessage message = new HandshakeMessage(type)
                .put(MessageField.QP_TYPE, endpoint.qpType().value())
                .put(MessageField.QP_NUM, endpoint.qpNum())
                .put(MessageField.PSN, endpoint.psn())
                .put(MessageField.MTU, endpoint.mtu().value())
                .put(MessageField.LINK_LAYER, endpoint.linkLayer().value())
                .put(MessageField.LID, endpoint.lid())
                .put(MessageField.MAX_RD_ATOMIC, endpoint.maxRdAtomic())
                .put(MessageField.MAX_DEST_RD_ATOMIC, endpoint.maxDestRdAtomic())
                .put(MessageField.QKEY, endpoint.qkey())
                .put(MessageField.PRIVATE_DATA, privateData);
        endpoint.gid().ifPresent(gid -> message.put(MessageField.GID, ByteBuffer.wrap(gid.raw())));
        endpoint.fabric().ifPresent(fabric -> message.put(MessageField.FABRIC, bytes(fabric)));
        return message;
    }

    static EndpointAttributes read(HandshakeMessage message) {
        return new EndpointAttributes(
                QpType.of((int) message.number(MessageField.QP_TYPE, UINT32_MAX)),
                message.number(MessageField.QP_NUM, UINT24_MAX),
                message.number(MessageField.PSN, UINT24_MAX),
                mtu(message),
                LinkLayer.of((int) message.number(MessageField.LINK_LAYER, 0xFF)),
                (int) message.number(MessageField.LID, 0xFFFF),
                gid(message, MessageField.GID),
                (int) message.number(MessageField.MAX_RD_ATOMIC, 0xFF),
                (int) message.number(MessageField.MAX_DEST_RD_ATOMIC, 0xFF),
                message.number(MessageField.QKEY, UINT32_MAX),
                fabric(message));
    }

    private static ByteBuffer bytes(UUID fabric) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(fabric.getMostSignificantBits())
                .putLong(fabric.getLeastSignificantBits())
                .flip();
    }

    private static Optional<UUID> fabric(HandshakeMessage message) {
        if (!message.has(MessageField.FABRIC)) {
            return Optional.empty();
        }
        ByteBuffer bytes = message.bytes(MessageField.FABRIC);
        return Optional.of(new UUID(bytes.getLong(), bytes.getLong()));
    }

    private static Mtu mtu(HandshakeMessage message) {
        long code = message.number(MessageField.MTU, 0xFF);
        Mtu mtu = Mtu.of((int) code);
        if (mtu == Mtu.UNKNOWN) {
            throw HandshakeMessage.malformed("field mtu = " + code + ", limit a constant of enum ibv_mtu");
        }
        return mtu;
    }

    static Optional<Gid> gid(HandshakeMessage message, MessageField field) {
        return message.has(field) ? Optional.of(Gid.of(message.bytes(field).array())) : Optional.empty();
    }
}
