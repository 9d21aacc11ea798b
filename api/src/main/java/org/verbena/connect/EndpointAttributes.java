// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.util.Optional;
import java.util.UUID;
import org.verbena.attr.Gid;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;

/**
 * The attributes of a queue pair and its port that one side sends to the other.
 *
 * @param qpType {@code qp_type}
 * @param qpNum {@code qp_num}, 24 bits
 * @param psn the first packet sequence number of its sends, 24 bits
 * @param mtu the largest path MTU that it supports
 * @param linkLayer the link layer of its port
 * @param lid the local identifier of its port; 0 on Ethernet
 * @param gid the GID of its port; empty on InfiniBand without a global route
 * @param maxRdAtomic the number of reads and atomics that it would have in flight as initiator, 0..255
 * @param maxDestRdAtomic the number of reads and atomics that it can answer concurrently, 0..255
 * @param qkey the Q_Key of a UD queue pair, 0..4294967295; 0 for other types
 * @param fabric the isolated network of its device, see {@link org.verbena.Device#fabric()}; empty for hardware
 */
public record EndpointAttributes(
        QpType qpType,
        long qpNum,
        long psn,
        Mtu mtu,
        LinkLayer linkLayer,
        int lid,
        Optional<Gid> gid,
        int maxRdAtomic,
        int maxDestRdAtomic,
        long qkey,
        Optional<UUID> fabric) {
    EndpointAttributes withGid(Gid other) {
        return new EndpointAttributes(
                qpType,
                qpNum,
                psn,
                mtu,
                linkLayer,
                lid,
                Optional.of(other),
                maxRdAtomic,
                maxDestRdAtomic,
                qkey,
                fabric);
    }
}
