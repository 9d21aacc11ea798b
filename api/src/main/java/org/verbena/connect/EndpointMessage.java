package org.verbena.connect;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.verbena.attr.Gid;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;

/** Converts an {@link Endpoint} to message fields and back. */
final class EndpointMessage {
    private static final long UINT24_MAX = 0xFF_FFFFL;
    private static final long UINT32_MAX = 0xFFFF_FFFFL;

    private EndpointMessage() {}

    static Message write(MessageType type, Endpoint endpoint, ByteBuffer privateData) {
        Message message = new Message(type)
                .put(Field.QP_TYPE, endpoint.qpType().value())
                .put(Field.QP_NUM, endpoint.qpNum())
                .put(Field.PSN, endpoint.psn())
                .put(Field.MTU, endpoint.mtu().value())
                .put(Field.LINK_LAYER, endpoint.linkLayer().value())
                .put(Field.LID, endpoint.lid())
                .put(Field.MAX_RD_ATOMIC, endpoint.maxRdAtomic())
                .put(Field.MAX_DEST_RD_ATOMIC, endpoint.maxDestRdAtomic())
                .put(Field.QKEY, endpoint.qkey())
                .put(Field.PRIVATE_DATA, privateData);
        endpoint.gid().ifPresent(gid -> message.put(Field.GID, ByteBuffer.wrap(gid.raw())));
        endpoint.fabric().ifPresent(fabric -> message.put(Field.FABRIC, bytes(fabric)));
        return message;
    }

    static Endpoint read(Message message) {
        return new Endpoint(
                QpType.of((int) message.number(Field.QP_TYPE, UINT32_MAX)),
                message.number(Field.QP_NUM, UINT24_MAX),
                message.number(Field.PSN, UINT24_MAX),
                mtu(message),
                LinkLayer.of((int) message.number(Field.LINK_LAYER, 0xFF)),
                (int) message.number(Field.LID, 0xFFFF),
                gid(message),
                (int) message.number(Field.MAX_RD_ATOMIC, 0xFF),
                (int) message.number(Field.MAX_DEST_RD_ATOMIC, 0xFF),
                message.number(Field.QKEY, UINT32_MAX),
                fabric(message));
    }

    private static ByteBuffer bytes(UUID fabric) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(fabric.getMostSignificantBits())
                .putLong(fabric.getLeastSignificantBits())
                .flip();
    }

    private static Optional<UUID> fabric(Message message) {
        if (!message.has(Field.FABRIC)) {
            return Optional.empty();
        }
        ByteBuffer bytes = message.bytes(Field.FABRIC);
        return Optional.of(new UUID(bytes.getLong(), bytes.getLong()));
    }

    private static Mtu mtu(Message message) {
        long code = message.number(Field.MTU, 0xFF);
        Mtu mtu = Mtu.of((int) code);
        if (mtu == Mtu.UNKNOWN) {
            throw Message.malformed("field mtu is " + code + ", which is no constant of enum ibv_mtu");
        }
        return mtu;
    }

    private static Optional<Gid> gid(Message message) {
        return message.has(Field.GID)
                ? Optional.of(Gid.of(message.bytes(Field.GID).array()))
                : Optional.empty();
    }
}
