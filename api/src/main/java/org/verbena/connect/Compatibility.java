// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.verbena.attr.Gid;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.QpType;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** The conditions for a connection: data of a length that fits, and two sides that match. */
final class Compatibility {
    private Compatibility() {}

    /** Checks the length of private data. */
    static void requireShort(ByteBuffer privateData, int limit) {
        if (privateData.remaining() > limit) {
            throw new InvalidRequestException(
                    "ibv_modify_qp",
                    Errno.EINVAL,
                    "connector",
                    new Violation(
                            "private_data",
                            privateData.remaining() + " bytes",
                            limit + " bytes",
                            "exchange longer data through a registered buffer",
                            "org.verbena.connect.Connector"));
        }
    }

    /** Checks that the two sides can exchange packets. */
    static void require(EndpointAttributes local, EndpointAttributes remote) {
        if (!counterpart(local.qpType()).equals(Optional.of(remote.qpType()))) {
            throw incompatible("qp_type", local.qpType(), remote.qpType());
        }
        if (local.linkLayer() != remote.linkLayer()) {
            throw incompatible("link_layer", local.linkLayer(), remote.linkLayer());
        }
        if (local.linkLayer() != LinkLayer.INFINIBAND && remote.gid().isEmpty()) {
            throw incompatible("gid", local.gid(), remote.gid());
        }
        if (local.linkLayer() != LinkLayer.INFINIBAND && !sameIpVersion(local.gid(), remote.gid())) {
            throw incompatible("gid", local.gid().get(), remote.gid().get() + ", which is of another IP version,");
        }
        if (!local.fabric().equals(remote.fabric())) {
            throw new ConnectorException(
                    Reason.INCOMPATIBLE,
                    "the peers cannot reach each other: " + describe(local.fabric()) + " here, "
                            + describe(remote.fabric())
                            + " there; a simulated device reaches only devices of the same simulator");
        }
    }

    /** Returns whether packets can have both GIDs as addresses. */
    static boolean sameIpVersion(Optional<Gid> local, Optional<Gid> remote) {
        return local.map(Gid::isMappedIpv4).equals(remote.map(Gid::isMappedIpv4));
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
