// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.util.List;
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
    private @Nullable GidEntry source;

    /** The best entry of the other IP version, null if there is none or the settings name an entry. */
    private @Nullable GidEntry other;

    private LocalPort(ConnectorSettings settings, PortAttr attr, @Nullable GidEntry source, @Nullable GidEntry other) {
        this.settings = settings;
        this.attr = attr;
        this.source = source;
        this.other = other;
    }

    /**
     * Queries the port from the device.
     *
     * @throws InvalidRequestException if the port needs a GID but has none
     */
    static LocalPort of(DeviceContext context, ConnectorSettings settings) {
        PortAttr attr = context.queryPort(settings.portNum());
        if (settings.gidIndex().isPresent()) {
            int index = settings.gidIndex().getAsInt();
            return new LocalPort(settings, attr, context.queryGidEntry(settings.portNum(), index), null);
        }
        if (attr.linkLayer() == LinkLayer.INFINIBAND) {
            return new LocalPort(settings, attr, null, null);
        }
        List<GidEntry> table = context.queryGidTable();
        GidEntry source = GidEntry.preferred(table, settings.portNum())
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
        List<GidEntry> others = table.stream()
                .filter(entry -> entry.gid().isMappedIpv4() != source.gid().isMappedIpv4())
                .toList();
        GidEntry other = GidEntry.preferred(others, settings.portNum()).orElse(null);
        return new LocalPort(settings, attr, source, other);
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

    /** Returns the GID of the other IP version, empty if the port has none or the settings name an entry. */
    Optional<Gid> otherGid() {
        return Optional.ofNullable(other).map(GidEntry::gid);
    }

    void swapGids() {
        GidEntry first = source;
        source = other;
        other = first;
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
