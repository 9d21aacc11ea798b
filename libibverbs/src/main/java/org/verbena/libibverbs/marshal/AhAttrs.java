// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.libibverbs.abi.AddressStructs.IbvAhAttr;
import org.verbena.libibverbs.abi.AddressStructs.IbvGlobalRoute;
import org.verbena.libibverbs.abi.Struct;

/** Converts address vectors between Java and {@code struct ibv_ah_attr}. */
public final class AhAttrs {
    /** The address vector of a zeroed struct, which most attributes of a queue pair contain at least once. */
    private static final AhAttr ZERO = local(0, 0, 0, 0, 0).build();

    private AhAttrs() {}

    /**
     * Writes an address vector.
     *
     * @param struct the target, a zeroed {@code struct ibv_ah_attr}
     * @param attr the address vector
     */
    public static void write(Struct struct, AhAttr attr) {
        struct.put(IbvAhAttr.DLID, attr.dlid())
                .put(IbvAhAttr.SL, attr.sl())
                .put(IbvAhAttr.SRC_PATH_BITS, attr.srcPathBits())
                .put(IbvAhAttr.STATIC_RATE, attr.staticRate())
                .put(IbvAhAttr.IS_GLOBAL, attr.grh().isPresent() ? 1 : 0)
                .put(IbvAhAttr.PORT_NUM, attr.portNum());
        attr.grh().ifPresent(route -> write(struct.inner(IbvAhAttr.GRH), route));
    }

    private static void write(Struct struct, GlobalRoute route) {
        struct.put(IbvGlobalRoute.DGID, route.dgid().raw())
                .put(IbvGlobalRoute.FLOW_LABEL, route.flowLabel())
                .put(IbvGlobalRoute.SGID_INDEX, route.sgidIndex())
                .put(IbvGlobalRoute.HOP_LIMIT, route.hopLimit())
                .put(IbvGlobalRoute.TRAFFIC_CLASS, route.trafficClass());
    }

    /**
     * Reads an address vector.
     *
     * @param struct the source, a {@code struct ibv_ah_attr}
     * @return the address vector
     */
    public static AhAttr read(Struct struct) {
        int dlid = struct.getInt(IbvAhAttr.DLID);
        int sl = struct.getInt(IbvAhAttr.SL);
        int srcPathBits = struct.getInt(IbvAhAttr.SRC_PATH_BITS);
        int staticRate = struct.getInt(IbvAhAttr.STATIC_RATE);
        int portNum = struct.getInt(IbvAhAttr.PORT_NUM);
        boolean global = struct.get(IbvAhAttr.IS_GLOBAL) != 0;
        if (!global && (dlid | sl | srcPathBits | staticRate | portNum) == 0) {
            return ZERO;
        }
        AhAttr.Builder builder = local(dlid, sl, srcPathBits, staticRate, portNum);
        if (global) {
            builder.grh(readRoute(struct.inner(IbvAhAttr.GRH)));
        }
        return builder.build();
    }

    private static AhAttr.Builder local(int dlid, int sl, int srcPathBits, int staticRate, int portNum) {
        return AhAttr.builder()
                .dlid(dlid)
                .sl(sl)
                .srcPathBits(srcPathBits)
                .staticRate(staticRate)
                .portNum(portNum);
    }

    private static GlobalRoute readRoute(Struct struct) {
        return new GlobalRoute(
                Gid.of(struct.bytes(IbvGlobalRoute.DGID)),
                struct.get(IbvGlobalRoute.FLOW_LABEL),
                struct.getInt(IbvGlobalRoute.SGID_INDEX),
                struct.getInt(IbvGlobalRoute.HOP_LIMIT),
                struct.getInt(IbvGlobalRoute.TRAFFIC_CLASS));
    }
}
