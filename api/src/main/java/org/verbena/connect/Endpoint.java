package org.verbena.connect;

import java.util.Optional;
import java.util.UUID;
import org.verbena.Gid;
import org.verbena.LinkLayer;
import org.verbena.Mtu;
import org.verbena.QpType;

/**
 * What one side tells the other of its queue pair and port.
 *
 * @param qpType {@code qp_type}
 * @param qpNum {@code qp_num}, 24 bits
 * @param psn the packet sequence number that its sends begin with, 24 bits
 * @param mtu the largest path MTU that it can do
 * @param linkLayer what its port is attached to
 * @param lid the local identifier of its port; 0 on Ethernet
 * @param gid the address of its port; absent on InfiniBand without a global route
 * @param maxRdAtomic reads and atomics that it would have under way as their initiator, 0..255
 * @param maxDestRdAtomic reads and atomics that it can answer at a time, 0..255
 * @param qkey the Q_Key of a queue pair of datagrams, 0..4294967295, otherwise 0
 * @param fabric the isolated network of its device, see {@link org.verbena.Device#fabric()}; empty for hardware
 */
public record Endpoint(
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
        Optional<UUID> fabric) {}
