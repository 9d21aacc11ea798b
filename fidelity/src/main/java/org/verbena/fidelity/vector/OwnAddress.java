package org.verbena.fidelity.vector;

import java.util.Comparator;
import org.verbena.AhAttr;
import org.verbena.DeviceContext;
import org.verbena.GidEntry;
import org.verbena.GlobalRoute;
import org.verbena.VerbsException;

/** The address of a port itself: the one that a device can always reach. */
final class OwnAddress {
    private static final String MAPPED_IPV4 = "0000:0000:0000:0000:0000:ffff:";

    private OwnAddress() {}

    static AhAttr of(DeviceContext context) {
        try {
            GidEntry gid = gid(context);
            return AhAttr.builder()
                    .grh(GlobalRoute.to(gid.gid(), (int) gid.gidIndex()))
                    .dlid(context.queryPort(ValidAttributes.PORT).lid())
                    .portNum(ValidAttributes.PORT)
                    .build();
        } catch (VerbsException e) {
            throw new NotAskableException("port " + ValidAttributes.PORT + " does not tell its address", e);
        }
    }

    /** The kernel resolves an IPv4 address of its own without neighbours: that one, where there is one. */
    private static GidEntry gid(DeviceContext context) {
        return context.queryGidTable().stream()
                .filter(entry -> entry.portNum() == ValidAttributes.PORT)
                .min(Comparator.comparing(entry -> !entry.gid().toString().startsWith(MAPPED_IPV4)))
                .orElseThrow(() -> new NotAskableException("port " + ValidAttributes.PORT + " has no GID"));
    }
}
