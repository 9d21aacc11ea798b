package org.verbena.spi.handle;

import java.util.LinkedHashSet;
import java.util.Set;
import org.verbena.Gid;
import org.verbena.spi.driver.DriverQp;

/** The multicast groups of a queue pair, kept so that closing a context can leave them first. */
final class McastMemberships {
    private record Group(Gid gid, int lid) {}

    private final DriverQp driver;
    private final Set<Group> groups = new LinkedHashSet<>();

    McastMemberships(DriverQp driver) {
        this.driver = driver;
    }

    synchronized void join(Gid gid, int lid) {
        driver.attachMcast(gid, lid);
        groups.add(new Group(gid, lid));
    }

    synchronized void leave(Gid gid, int lid) {
        driver.detachMcast(gid, lid);
        groups.remove(new Group(gid, lid));
    }

    synchronized void leaveAll() {
        for (Group group : Set.copyOf(groups)) {
            leave(group.gid(), group.lid());
        }
    }
}
