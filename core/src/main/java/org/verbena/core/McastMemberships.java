// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.LinkedHashSet;
import java.util.Set;
import org.verbena.attr.Gid;
import org.verbena.error.Violation;
import org.verbena.spi.DriverQp;

/** The multicast groups of a queue pair, tracked so that closing a context can leave them first. */
final class McastMemberships {
    private record Group(Gid gid, int lid) {}

    private final DriverQp driver;
    /** The groups. The set is immutable and empty until the first join, because few queue pairs join groups. */
    private Set<Group> groups = Set.of();

    McastMemberships(DriverQp driver) {
        this.driver = driver;
    }

    /**
     * Joins a group. A GID has one LID. Drivers that ignore the LID join a GID once, while the kernel core counts two
     * joins. The queue pair could then never be destroyed (ib_attach_mcast of core/verbs.c over rxe_attach_mcg of
     * sw/rxe/rxe_mcast.c).
     */
    synchronized void join(Handle qp, Gid gid, int lid) {
        for (Group group : groups) {
            if (group.gid().equals(gid) && group.lid() != lid) {
                throw RequestChecks.refuse(
                        "ibv_attach_mcast",
                        qp,
                        new Violation(
                                "lid",
                                Integer.toString(lid),
                                Integer.toString(group.lid()),
                                "the queue pair is in " + gid + " with another LID, and a multicast group has one LID",
                                "Linux drivers/infiniband/core/verbs.c: ib_attach_mcast"));
            }
        }
        driver.attachMcast(gid, lid);
        if (groups.isEmpty()) {
            groups = new LinkedHashSet<>();
        }
        groups.add(new Group(gid, lid));
    }

    synchronized void leave(Gid gid, int lid) {
        driver.detachMcast(gid, lid);
        if (!groups.isEmpty()) {
            groups.remove(new Group(gid, lid));
        }
    }

    /** Leaves all groups before a teardown. On an unplugged device, the memberships have already ended. */
    synchronized void leaveAll() {
        for (Group group : Set.copyOf(groups)) {
            Unplugged.during(() -> driver.detachMcast(group.gid(), group.lid()));
            groups.remove(group);
        }
    }
}
