package org.verbena.cli;

import java.util.List;
import java.util.stream.LongStream;
import org.verbena.DeviceAttrEx;
import org.verbena.DeviceContext;
import org.verbena.GidEntry;
import org.verbena.PortAttr;

/**
 * What a device says of itself.
 *
 * @param numCompVectors {@code num_comp_vectors} of the context
 * @param deviceAttrEx the attributes; the plain ones are its {@code orig_attr}, as in C
 * @param ports the ports, from 1
 */
record DeviceInfo(int numCompVectors, DeviceAttrEx deviceAttrEx, List<Port> ports) {
    /**
     * A port.
     *
     * @param portNum its number
     * @param portAttr its attributes
     * @param gids the valid entries of its GID table
     */
    record Port(long portNum, PortAttr portAttr, List<GidEntry> gids) {}

    static DeviceInfo of(DeviceContext context) {
        DeviceAttrEx attr = context.queryDeviceEx();
        List<GidEntry> gids = context.queryGidTable();
        List<Port> ports = LongStream.rangeClosed(1, portCount(attr))
                .mapToObj(port -> new Port(port, context.queryPort((int) port), of(port, gids)))
                .toList();
        return new DeviceInfo(context.numCompVectors(), attr, ports);
    }

    private static List<GidEntry> of(long port, List<GidEntry> gids) {
        return gids.stream().filter(gid -> gid.portNum() == port).toList();
    }

    /** The extended count is 0 with drivers that do not know it, the plain one ends at 255. */
    private static long portCount(DeviceAttrEx attr) {
        return Math.max(attr.physPortCntEx(), attr.origAttr().physPortCnt());
    }
}
