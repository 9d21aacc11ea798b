// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.attr.LinkLayer;
import org.verbena.provider.sim.roce.Network;
import org.verbena.provider.sim.roce.NetworkAddress;
import org.verbena.spi.model.DriverModel;

/**
 * The GIDs of a port, as the kernel fills them in: the link-local address, and on Ethernet an IPv4 address. The table
 * has each of them once for every GID type of the driver.
 */
final class GidTable {
    private static final long LINK_LOCAL = 0xFE80_0000_0000_0000L;

    /** ::ffff:10.0.0.0, an IPv4-mapped IPv6 address. */
    private static final long IPV4_SUBNET = 0xFFFF_0A00_0000L;

    private static final long IPV4_HOST = 0xFF_FFFFL;
    private static final long UINT32 = 0xFFFF_FFFFL;

    private final List<GidEntry> entries = new ArrayList<>();

    /**
     * Creates the table of a port. The GIDs of different fabrics differ: the lower half of the subnet prefix, and the
     * IPv4 address of the first port, are bits of the fabric's identity.
     */
    GidTable(DriverModel model, long portGuid, int device, int port, UUID fabric) {
        boolean ethernet = model.portAttr().linkLayer() == LinkLayer.ETHERNET;
        List<Gid> gids = new ArrayList<>();
        gids.add(gid(LINK_LOCAL | (fabric.getLeastSignificantBits() & UINT32), portGuid));
        if (ethernet) {
            long host = fabric.getLeastSignificantBits() + ((long) device << 8) + port;
            gids.add(gid(0, IPV4_SUBNET | (host & IPV4_HOST)));
        }
        fill(model, gids, port, ethernet ? port : 0);
    }

    /**
     * Creates the table of a port on a network, in the order of the kernel: the link-local address of the Ethernet
     * address, then the IPv4 and the IPv6 addresses ({@code enum_all_gids_of_dev_cb} of roce_gid_mgmt.c).
     */
    GidTable(DriverModel model, long portGuid, Network network) {
        List<Gid> gids = new ArrayList<>();
        gids.add(gid(LINK_LOCAL, portGuid));
        network.addresses().stream()
                .map(NetworkAddress::gid)
                .filter(Gid::isMappedIpv4)
                .forEach(gids::add);
        network.addresses().stream()
                .map(NetworkAddress::gid)
                .filter(gid -> !gid.isMappedIpv4() && !gids.contains(gid))
                .forEach(gids::add);
        fill(model, gids, 1, network.addresses().get(0).link().getIndex());
    }

    private void fill(DriverModel model, List<Gid> gids, int port, long ifindex) {
        int length = model.portAttr().gidTblLen();
        for (Gid gid : gids) {
            for (GidType type : model.gidTypes()) {
                if (entries.size() < length) {
                    entries.add(new GidEntry(gid, entries.size(), port, type.value(), ifindex));
                }
            }
        }
    }

    List<GidEntry> entries() {
        return entries;
    }

    private static Gid gid(long prefix, long suffix) {
        return Gid.of(
                ByteBuffer.allocate(Gid.LENGTH).putLong(prefix).putLong(suffix).array());
    }
}
