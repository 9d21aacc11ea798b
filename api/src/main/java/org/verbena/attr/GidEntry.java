// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An entry of the GID table of a port: {@code struct ibv_gid_entry}.
 *
 * @param gid the GID
 * @param gidIndex the index in the table
 * @param portNum the port, from 1
 * @param gidTypeCode {@code gid_type}, as the C number
 * @param ndevIfindex the index of the network interface, 0 if there is none
 */
public record GidEntry(Gid gid, long gidIndex, long portNum, long gidTypeCode, long ndevIfindex)
        implements StructRecord {
    /** {@return the type of the entry, {@code gid_type}} */
    public GidType gidType() {
        return GidType.of((int) gidTypeCode);
    }

    /**
     * Returns the GID of a port that suits most connections. It prefers RoCEv2, because routers do not forward RoCEv1.
     * It then prefers addresses that are not link-local, because these reach only the own subnet, and then IPv4
     * addresses. The peer must have a GID of the same IP version.
     *
     * @param table the entries of all ports: {@code ibv_query_gid_table(3)}
     * @param portNum the port, from 1
     * @return the entry, empty if the port has none
     */
    public static Optional<GidEntry> preferred(List<GidEntry> table, int portNum) {
        return table.stream()
                .filter(entry -> entry.portNum() == portNum)
                .min(Comparator.comparing((GidEntry entry) -> entry.gidType() != GidType.ROCE_V2)
                        .thenComparing(entry -> entry.gid().isLinkLocal())
                        .thenComparing(entry -> !entry.gid().isMappedIpv4())
                        .thenComparingLong(GidEntry::gidIndex));
    }
}
