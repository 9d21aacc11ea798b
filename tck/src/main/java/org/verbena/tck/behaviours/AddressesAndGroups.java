// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import org.verbena.AddressHandle;
import org.verbena.QueuePair;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/** Address handles and multicast groups: {@code ibv_create_ah(3)}, {@code ibv_attach_mcast(3)}. */
public final class AddressesAndGroups {
    private static final Gid OTHER_GROUP = Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0101");

    @Behaviour(
            id = "UD-03",
            needs = Capability.UD,
            says = "an address handle is created, many times for one address, and destroyed")
    public void createsAddressHandles(Fixture fixture) {
        AhAttr attr = fixture.ownAddress();
        for (int i = 0; i < 16; i++) {
            AddressHandle handle = fixture.pd().createAh(attr);
            assertThat(handle.pd()).isSameAs(fixture.pd());
            assertThat(handle.attr()).isEqualTo(attr);
            handle.close();
            assertThat(handle.isClosed()).isTrue();
        }
    }

    @Behaviour(
            id = "UD-03-GRH",
            needs = Capability.UD,
            says = "an Ethernet address without a global route fails with EINVAL")
    public void ethernetNeedsGlobalRoute(Fixture fixture) {
        AhAttr local = AhAttr.builder().dlid(1).portNum(Fixture.PORT).build();

        if (fixture.isEthernet()) {
            assertRefused(() -> fixture.pd().createAh(local)).byDevice().withErrno(Errno.EINVAL);
        } else {
            fixture.pd().createAh(local).close();
        }
    }

    @Behaviour(id = "UD-03-PORT", needs = Capability.UD, says = "an address on a port that does not exist fails")
    public void refusesPort(Fixture fixture) {
        GlobalRoute route = fixture.ownAddress().grh().orElseThrow();

        for (int port : new int[] {0, fixture.limits().physPortCnt() + 1, 255}) {
            assertRefused(() -> fixture.pd().createAh(AhAttr.global(route, port)))
                    .byDevice()
                    .withErrno(Errno.EINVAL, Errno.ENODEV);
        }
    }

    @Behaviour(id = "UD-03-GID", needs = Capability.UD, says = "an address with an empty entry of the GID table fails")
    public void refusesSourceGid(Fixture fixture) {
        int none = Math.min(fixture.port().gidTblLen() - 1, 255);
        GlobalRoute own = fixture.ownAddress().grh().orElseThrow();
        assertThat(fixture.context().queryGid(Fixture.PORT, none).isZero())
                .as("entry %d is empty", none)
                .isTrue();

        assertRefused(() -> fixture.pd().createAh(AhAttr.global(GlobalRoute.to(own.dgid(), none), Fixture.PORT)))
                .byDevice();
    }

    @Behaviour(
            id = "MC-01",
            types = UD,
            needs = Capability.MULTICAST,
            refusedWithout = true,
            says = "a datagram queue pair joins and leaves groups; joining a group twice has no further effect")
    public void joinsAndLeaves(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);

        qp.attachMcast(Fixture.GROUP, fixture.groupLid());
        qp.attachMcast(Fixture.GROUP, fixture.groupLid());
        qp.attachMcast(OTHER_GROUP, fixture.groupLid());
        qp.detachMcast(Fixture.GROUP, fixture.groupLid());
        assertRefused(() -> qp.detachMcast(Fixture.GROUP, fixture.groupLid()))
                .byDevice()
                .withErrno(Errno.EINVAL);
        qp.detachMcast(OTHER_GROUP, fixture.groupLid());
        qp.close();
    }

    @Behaviour(
            id = "MC-01-TYPE",
            types = RC,
            needs = Capability.MULTICAST,
            refusedWithout = true,
            says = "a connected queue pair cannot join a group")
    public void refusesConnected(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);

        assertRefused(() -> qp.attachMcast(Fixture.GROUP, fixture.groupLid()))
                .byDevice()
                .withErrno(Errno.EINVAL);
        qp.close();
    }

    @Behaviour(
            id = "MC-01-GID",
            types = UD,
            needs = Capability.MULTICAST,
            refusedWithout = true,
            says = "an address that is not a multicast GID fails with EINVAL")
    public void refusesUnicast(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        Gid own = fixture.ownAddress().grh().orElseThrow().dgid();

        assertRefused(() -> qp.attachMcast(own, fixture.groupLid())).byDevice().withErrno(Errno.EINVAL);
        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RESET);
    }

    @Behaviour(
            id = "MC-01-TEARDOWN",
            types = UD,
            needs = Capability.MULTICAST,
            refusedWithout = true,
            says = "closing the context closes a queue pair that is in a group")
    public void teardownLeavesGroups(Fixture fixture, QpType type) {
        Fixture other = fixture.another();
        QueuePair qp = other.qp(type);
        qp.attachMcast(Fixture.GROUP, fixture.groupLid());

        other.context().close();

        assertThat(qp.isClosed()).isTrue();
    }
}
