// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.cm.CmEventType;
import org.verbena.cm.UdParam;
import org.verbena.error.Errno;
import org.verbena.provider.sim.control.LocalAddress;
import org.verbena.provider.sim.ibcm.CmAddressVector;
import org.verbena.spi.cm.DriverCmEvent;

/**
 * The memberships of an identifier in multicast groups: {@code cma_iboe_join_multicast}. The network learns of a
 * membership when the runtime attaches the queue pair.
 */
final class Memberships {
    private record Membership(InetAddress address, long group) {}

    private final RdmaId id;

    /** The memberships, the last one first. */
    private final Deque<Membership> members = new ArrayDeque<>();

    Memberships(RdmaId id) {
        this.id = id;
    }

    void join(InetAddress address, long group, Refusals refusals) {
        id.requireDevice(refusals);
        boolean inState = id.state() == IdState.ADDR_BOUND || id.state() == IdState.ADDR_RESOLVED;
        refusals.require(inState && id.isDatagrams());
        if (AddressBook.isZero(address)) {
            throw refusals.of(
                    Errno.EINVAL, "addr", address.getHostAddress(), "the address of a group", "the address is zero");
        }
        LocalAddress local = id.local().orElseThrow(() -> refusals.withoutInterface(id.source()));
        if (address instanceof Inet6Address) {
            throw refusals.of(
                    Refusals.ENOTSUPP, "addr", address.getHostAddress(), "an IPv4 group", "RoCE v2 has no IPv6 groups");
        }
        members.push(new Membership(address, group));
        joined(mgidOf(address), local, group, refusals);
    }

    /** {@code cma_iboe_set_mgid}. */
    private static Gid mgidOf(InetAddress address) {
        return address.isLoopbackAddress() ? Gid.of(new byte[Gid.LENGTH]) : AddressBook.gidOf(address);
    }

    private void joined(Gid mgid, LocalAddress local, long group, Refusals refusals) {
        AhAttr address = AhAttr.global(
                new GlobalRoute(mgid, 0, local.gidIndex(), CmAddressVector.HOP_LIMIT, 0), local.portNum());
        UdParam param =
                new UdParam(address, UdParam.MULTICAST_QPN, id.conversation().useQkey(refusals));
        id.handle()
                .report(new DriverCmEvent(
                        CmEventType.MULTICAST_JOIN.value(),
                        0,
                        id.handle(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(param),
                        ByteBuffer.allocate(0),
                        group));
    }

    void leave(InetAddress address, Refusals refusals) {
        for (Iterator<Membership> each = members.iterator(); each.hasNext(); ) {
            Membership member = each.next();
            if (member.address().equals(address)) {
                each.remove();
                id.handle().forgetGroup(member.group());
                return;
            }
        }
        throw refusals.of(
                Errno.EADDRNOTAVAIL,
                "addr",
                address.getHostAddress(),
                "a group that the identifier has joined",
                "the identifier has not joined the group");
    }
}
