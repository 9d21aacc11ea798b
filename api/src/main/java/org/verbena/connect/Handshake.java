package org.verbena.connect;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.QpType;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** The handshake of both sides. A side that fails sends its reason to the peer, so that the peer need not wait. */
final class Handshake {
    private Handshake() {}

    /** Runs the connecting side. */
    static Connection request(
            MessageSocket socket,
            @Nullable SharedSecret secret,
            LocalEnd local,
            ByteBuffer privateData,
            HandshakeDeadline deadline) {
        requireShort(privateData);
        return orTellWhy(socket, local, () -> {
            PeerAuthentication.connect(socket, secret, deadline);
            socket.send(EndpointMessage.write(MessageType.REQUEST, local.endpoint(), privateData));
            HandshakeMessage answer = socket.receive(MessageType.ANSWER, deadline);
            EndpointAttributes remote = EndpointMessage.read(answer);
            requireCompatible(local.endpoint(), remote);
            Peer peer = local.join(remote);
            socket.send(new HandshakeMessage(MessageType.READY));
            return new Connection(socket, local.endpoint(), peer, answer.bytes(MessageField.PRIVATE_DATA));
        });
    }

    /** Runs the listening side, after it has received a request. */
    static Connection answer(
            MessageSocket socket,
            HandshakeMessage request,
            LocalEnd local,
            ByteBuffer privateData,
            HandshakeDeadline deadline) {
        requireShort(privateData);
        return orTellWhy(socket, local, () -> {
            EndpointAttributes remote = EndpointMessage.read(request);
            requireCompatible(local.endpoint(), remote);
            // The peer may send as soon as it has received ANSWER.
            Peer peer = local.join(remote);
            socket.send(EndpointMessage.write(MessageType.ANSWER, local.endpoint(), privateData));
            socket.receive(MessageType.READY, deadline);
            return new Connection(socket, local.endpoint(), peer, request.bytes(MessageField.PRIVATE_DATA));
        });
    }

    private interface Step {
        Connection take();
    }

    private static Connection orTellWhy(MessageSocket socket, LocalEnd local, Step step) {
        try {
            return step.take();
        } catch (RuntimeException | Error e) {
            local.fail();
            socket.reject(String.valueOf(e.getMessage()));
            socket.close();
            throw e;
        }
    }

    static void requireShort(ByteBuffer privateData) {
        if (privateData.remaining() > Connector.MAX_PRIVATE_DATA) {
            throw new InvalidRequestException(
                    "ibv_modify_qp",
                    Errno.EINVAL,
                    "connector",
                    new Violation(
                            "private_data",
                            privateData.remaining() + " bytes",
                            Connector.MAX_PRIVATE_DATA + " bytes",
                            "exchange longer data through a registered buffer",
                            "org.verbena.connect.Connector"));
        }
    }

    /** Checks that the two sides can exchange packets. */
    static void requireCompatible(EndpointAttributes local, EndpointAttributes remote) {
        if (!counterpart(local.qpType()).equals(Optional.of(remote.qpType()))) {
            throw incompatible("qp_type", local.qpType(), remote.qpType());
        }
        if (local.linkLayer() != remote.linkLayer()) {
            throw incompatible("link_layer", local.linkLayer(), remote.linkLayer());
        }
        if (local.linkLayer() != LinkLayer.INFINIBAND && remote.gid().isEmpty()) {
            throw incompatible("gid", local.gid(), remote.gid());
        }
        if (!local.fabric().equals(remote.fabric())) {
            throw new ConnectorException(
                    Reason.INCOMPATIBLE,
                    "the peers cannot reach each other: " + describe(local.fabric()) + " here, "
                            + describe(remote.fabric())
                            + " there; a simulated device reaches only devices of the same simulator");
        }
    }

    private static String describe(Optional<UUID> fabric) {
        return fabric.map(id -> "simulated fabric " + id).orElse("no simulated fabric");
    }

    private static Optional<QpType> counterpart(QpType type) {
        return switch (type) {
            case RC, UC, UD -> Optional.of(type);
            case XRC_SEND -> Optional.of(QpType.XRC_RECV);
            case XRC_RECV -> Optional.of(QpType.XRC_SEND);
            default -> Optional.empty();
        };
    }

    private static ConnectorException incompatible(String attribute, Object local, Object remote) {
        return new ConnectorException(
                Reason.INCOMPATIBLE,
                "the peers do not match: " + attribute + " is " + local + " here and " + remote + " there");
    }
}
