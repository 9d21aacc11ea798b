package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.verbena.Gid;
import org.verbena.GidEntry;
import org.verbena.GidType;
import org.verbena.LinkLayer;
import org.verbena.spi.model.DriverModel;

/**
 * The GIDs of a port, as the kernel fills them in: the link-local address, on Ethernet also an IPv4 address, each once
 * for every type of GID that the driver has.
 */
final class GidTable {
    private static final long LINK_LOCAL = 0xFE80_0000_0000_0000L;

    /** ::ffff:192.168.0.0, an IPv4 address in the form of an IPv6 one. */
    private static final long IPV4_SUBNET = 0xFFFF_C0A8_0000L;

    private final List<GidEntry> entries = new ArrayList<>();

    GidTable(DriverModel model, long portGuid, int device, int port) {
        boolean ethernet = model.portAttr().linkLayer() == LinkLayer.ETHERNET;
        List<Gid> gids = new ArrayList<>();
        gids.add(gid(LINK_LOCAL, portGuid));
        if (ethernet) {
            gids.add(gid(0, IPV4_SUBNET + ((long) device << 8) + port));
        }
        int length = model.portAttr().gidTblLen();
        for (Gid gid : gids) {
            for (GidType type : model.gidTypes()) {
                if (entries.size() < length) {
                    entries.add(new GidEntry(gid, entries.size(), port, type.value(), ethernet ? port : 0));
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
