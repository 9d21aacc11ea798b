// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.HashMap;
import java.util.Map;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Gid;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/** The multicast groups of a device, with the number of queue pairs in each. */
final class McastGroups {
    private static final String ATTACH = "ibv_attach_mcast";

    private final String device;
    private final long maxGroups;
    private final long maxMembers;
    private final long maxTotal;
    private final Map<Gid, Integer> members = new HashMap<>();
    private long total;

    McastGroups(String device, DeviceAttr attr) {
        this.device = device;
        this.maxGroups = attr.maxMcastGrp();
        this.maxMembers = attr.maxMcastQpAttach();
        this.maxTotal = attr.maxTotalMcastQpAttach();
    }

    synchronized void join(Gid gid) {
        int already = members.getOrDefault(gid, 0);
        require("max_mcast_grp", members.size() + (already == 0 ? 1 : 0), maxGroups);
        require("max_mcast_qp_attach", already + 1L, maxMembers);
        require("max_total_mcast_qp_attach", total + 1, maxTotal);
        members.put(gid, already + 1);
        total++;
    }

    synchronized void leave(Gid gid) {
        members.computeIfPresent(gid, (group, count) -> count == 1 ? null : count - 1);
        total--;
    }

    private void require(String name, long wanted, long limit) {
        if (wanted > limit) {
            throw new VerbsException(
                    ATTACH,
                    Errno.ENOMEM,
                    device,
                    Diagnosis.of(new Violation(
                            name,
                            Long.toString(wanted),
                            Long.toString(limit),
                            "the limit is a capability of the device",
                            "ibv_query_device(3)")));
        }
    }
}
