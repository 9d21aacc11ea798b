// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.PortAttr;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** The port of this side: its own address, and the addresses of peers as seen from it. */
final class LocalPort {
    private final ConnectorSettings settings;
    private final PortAttr attr;
    private final @Nullable GidEntry source;

    private LocalPort(ConnectorSettings settings, PortAttr attr, @Nullable GidEntry source) {
        this.settings = settings;
        this.attr = attr;
        this.source = source;
    }

    /**
     * Queries the port from the device.
     *
     * @throws InvalidRequestException if the port needs a GID but has none
     */
    static LocalPort of(DeviceContext context, ConnectorSettings settings) {
        PortAttr attr = context.queryPort(settings.portNum());
        return new LocalPort(settings, attr, source(context, settings, attr));
    }

    private static @Nullable GidEntry source(DeviceContext context, ConnectorSettings settings, PortAttr attr) {
        if (settings.gidIndex().isPresent()) {
            return context.queryGidEntry(settings.portNum(), settings.gidIndex().getAsInt());
        }
        if (attr.linkLayer() == LinkLayer.INFINIBAND) {
            return null;
        }
        return GidEntry.preferred(context.queryGidTable(), settings.portNum())
                .orElseThrow(() -> new InvalidRequestException(
                        "ibv_query_gid_table",
                        Errno.ENODATA,
                        "port " + settings.portNum() + " of " + context.device().name(),
                        new Violation(
                                "gid",
                                "none",
                                "a GID",
                                "a GID is the address on Ethernet; assign an IP address to the network interface",
                                "InfiniBand specification, annex A17 (RoCEv2)")));
    }

    Mtu mtu() {
        return smaller(attr.activeMtu(), settings.mtu().orElse(Mtu.BYTES_4096));
    }

    static Mtu smaller(Mtu one, Mtu other) {
        return one.value() < other.value() ? one : other;
    }

    LinkLayer linkLayer() {
        return attr.linkLayer();
    }

    int lid() {
        return attr.lid();
    }

    Optional<Gid> gid() {
        return Optional.ofNullable(source).map(GidEntry::gid);
    }

    /** Returns the address of a peer as seen from this port. */
    AhAttr addressOf(EndpointAttributes peer) {
        AhAttr.Builder address =
                AhAttr.builder().portNum(settings.portNum()).dlid(peer.lid()).sl(settings.sl());
        if (source != null && peer.gid().isPresent()) {
            address.grh(new GlobalRoute(
                    peer.gid().get(),
                    settings.flowLabel(),
                    (int) source.gidIndex(),
                    settings.hopLimit(),
                    settings.trafficClass()));
        }
        return address.build();
    }
}
