package org.verbena.cli;

import java.util.List;
import java.util.stream.LongStream;
import org.verbena.DeviceContext;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;

/**
 * The attributes of a device and its ports.
 *
 * @param numCompVectors {@code num_comp_vectors} of the context
 * @param deviceAttrEx the extended attributes; they contain the plain ones as {@code orig_attr}, as in C
 * @param ports the ports, from port 1
 */
record DeviceInfo(int numCompVectors, DeviceAttrEx deviceAttrEx, List<Port> ports) {
    /**
     * A port.
     *
     * @param portNum the port number
     * @param portAttr the attributes of the port
     * @param gids the valid entries of the GID table
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

    /**
     * Returns the number of ports. Drivers that do not support the extended count report 0 for it. The plain count has
     * a maximum of 255.
     */
    private static long portCount(DeviceAttrEx attr) {
        return Math.max(attr.physPortCntEx(), attr.origAttr().physPortCnt());
    }
}
