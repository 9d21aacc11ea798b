// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.verbena.spi.cm.DriverCmId;

/** The multicast groups of an identifier, by the numbers that their events carry. */
final class CmGroups {
    private final DriverCmId driver;
    private final Map<Long, CmGroupHandle> members = new ConcurrentHashMap<>();

    CmGroups(DriverCmId driver) {
        this.driver = driver;
    }

    void join(CmGroupHandle group) {
        members.put(group.number(), group);
        try {
            driver.joinMulticast(group.address(), group.joinFlag(), group.number());
        } catch (RuntimeException e) {
            members.remove(group.number());
            throw e;
        }
    }

    boolean contains(CmGroupHandle group) {
        return members.containsKey(group.number());
    }

    /** Returns the group of an event, empty if the event has none. */
    Optional<CmGroupHandle> find(long number) {
        return Optional.ofNullable(members.get(number));
    }

    void leave(CmGroupHandle group) {
        if (members.remove(group.number()) != null) {
            group.detach();
            driver.leaveMulticast(group.address());
        }
    }
}
