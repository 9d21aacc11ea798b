// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.state;

import java.util.Comparator;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GlobalRoute;

/** The address of a port of the device itself, which a device can always reach. */
public final class OwnAddress {
    private OwnAddress() {}

    /**
     * Returns the address of port {@value ValidAttributes#PORT}.
     *
     * @param context the device
     * @return the address vector, with a global route if the port has a GID
     * @throws org.verbena.error.VerbsException if the device fails the query of the port or of its GIDs
     */
    public static AhAttr of(DeviceContext context) {
        AhAttr.Builder address = AhAttr.builder()
                .dlid(context.queryPort(ValidAttributes.PORT).lid())
                .portNum(ValidAttributes.PORT);
        // The kernel resolves its own IPv4 addresses without neighbour entries, so an IPv4 GID is preferred.
        context.queryGidTable().stream()
                .filter(entry -> entry.portNum() == ValidAttributes.PORT)
                .min(Comparator.comparing(OwnAddress::isNoIpv4))
                .ifPresent(entry -> address.grh(GlobalRoute.to(entry.gid(), (int) entry.gidIndex())));
        return address.build();
    }

    private static boolean isNoIpv4(GidEntry entry) {
        return !entry.gid().isMappedIpv4();
    }
}
