// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * The global routing header of an address: {@code struct ibv_global_route}. RoCE requires one.
 *
 * @param dgid the GID of the destination
 * @param flowLabel {@code flow_label}, 0..4294967295; 20 bits are used
 * @param sgidIndex {@code sgid_index}: index of the source GID in the GID table of the port, 0..255
 * @param hopLimit {@code hop_limit}, 0..255
 * @param trafficClass {@code traffic_class}, 0..255
 */
public record GlobalRoute(Gid dgid, long flowLabel, int sgidIndex, int hopLimit, int trafficClass)
        implements StructRecord {
    private static final String STRUCT = "ibv_global_route";

    /**
     * Creates the route and checks the ranges.
     *
     * @param dgid the GID of the destination
     * @param flowLabel {@code flow_label}
     * @param sgidIndex {@code sgid_index}
     * @param hopLimit {@code hop_limit}
     * @param trafficClass {@code traffic_class}
     * @throws InvalidRequestException if a number does not fit into its C field
     */
    public GlobalRoute {
        Attr.present(STRUCT, "dgid", dgid);
        Attr.uint32(STRUCT, "flow_label", flowLabel);
        Attr.uint8(STRUCT, "sgid_index", sgidIndex);
        Attr.uint8(STRUCT, "hop_limit", hopLimit);
        Attr.uint8(STRUCT, "traffic_class", trafficClass);
    }

    /**
     * Creates a route with hop limit 64, flow label 0 and traffic class 0.
     *
     * @param dgid the GID of the destination
     * @param sgidIndex the index of the source GID
     * @return the route
     * @throws InvalidRequestException if the index does not fit into 8 bits
     */
    public static GlobalRoute to(Gid dgid, int sgidIndex) {
        return new GlobalRoute(dgid, 0, sgidIndex, 64, 0);
    }
}
