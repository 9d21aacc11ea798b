// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/** Destroying queue pairs and the objects that they use. */
public final class References {
    @Behaviour(
            id = "QPD-01",
            types = {RC, UC, UD, RAW_PACKET},
            says = "a queue pair can be destroyed in any state")
    public void destroysInAnyState(Fixture fixture, QpType type) {
        for (QpState state : QpStateWalk.of(fixture, fixture.qp(type)).reachable()) {
            QueuePair qp = fixture.qp(type);
            QpStateWalk.of(fixture, qp).to(state);

            qp.close();

            assertThat(qp.isClosed()).isTrue();
        }
    }

    @Behaviour(id = "QPD-02-CQ", says = "destroying a completion queue in use fails with EBUSY; the queue stays usable")
    public void cqInUse(Fixture fixture) {
        CompletionQueue cq = fixture.cq(4);
        QueuePair qp = fixture.create(fixture.request(fixture.anyType()).sendCq(cq));

        assertRefused(cq::close).byDevice().withErrno(Errno.EBUSY);
        assertThat(cq.isClosed()).isFalse();
        fixture.create(fixture.request(fixture.anyType()).sendCq(cq).recvCq(cq)).close();

        qp.close();
        cq.close();
        assertThat(cq.isClosed()).isTrue();
    }

    @Behaviour(id = "QPD-02-PD", says = "freeing a protection domain in use fails with EBUSY; the domain stays usable")
    public void pdInUse(Fixture fixture) {
        ProtectionDomain pd = fixture.pd();
        QueuePair qp = fixture.qp(fixture.anyType());

        assertRefused(pd::close).byDevice().withErrno(Errno.EBUSY);
        assertThat(pd.isClosed()).isFalse();
        fixture.qp(fixture.anyType()).close();

        qp.close();
        pd.close();
        assertThat(pd.isClosed()).isTrue();
    }

    @Behaviour(
            id = "QPD-02-SRQ",
            needs = Capability.SRQ,
            says = "destroying a shared receive queue in use fails with EBUSY; it outlives its queue pairs")
    public void srqInUse(Fixture fixture) {
        SharedReceiveQueue srq = fixture.srq();
        QueuePair qp = fixture.create(fixture.request(RC).srq(srq));

        assertRefused(srq::close).byDevice().withErrno(Errno.EBUSY);
        assertThat(srq.query().maxWr()).isPositive();

        qp.close();
        assertThat(srq.query().maxWr()).isPositive();
        srq.close();
        assertThat(srq.isClosed()).isTrue();
    }

    @Behaviour(
            id = "QPD-04",
            types = UD,
            needs = Capability.MULTICAST,
            refusedWithout = true,
            says = "destroying a queue pair in a multicast group fails with EBUSY until it leaves the group")
    public void memberOfGroup(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        qp.attachMcast(Fixture.GROUP, fixture.groupLid());

        assertRefused(qp::close).byDevice().withErrno(Errno.EBUSY);
        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RESET);

        qp.detachMcast(Fixture.GROUP, fixture.groupLid());
        qp.close();
        assertThat(qp.isClosed()).isTrue();
    }
}
