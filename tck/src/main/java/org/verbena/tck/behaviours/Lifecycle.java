// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTableAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.LeakLog;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.fixture.Threads;

/** Closing, for every kind of object. */
public final class Lifecycle {
    private static final int THREADS = 8;
    private static final int ROUNDS = 50;

    @Behaviour(id = "QPD-05-TWICE", says = "closing a closed object has no effect")
    public void closesTwice(Fixture fixture) {
        for (VerbsObject object : oneOfEach(fixture)) {
            object.close();
            object.close();
            assertThat(object.isClosed()).isTrue();
            assertThat(object.context()).isSameAs(fixture.context());
        }
        fixture.context().close();
        fixture.context().close();
        assertThat(fixture.context().isClosed()).isTrue();
    }

    /** Returns one object of each kind, dependents before the objects that they use. */
    private static List<VerbsObject> oneOfEach(Fixture fixture) {
        List<VerbsObject> objects = new ArrayList<>(List.of(
                fixture.qp(fixture.anyType()),
                fixture.pd().regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE)),
                fixture.cq(),
                fixture.pd()));
        fixture.compChannel().ifPresent(objects::add);
        return objects;
    }

    @Behaviour(id = "QPD-05-AFTER", says = "every use of a closed object throws ClosedHandleException, in every thread")
    public void refusesUseAfterClose(Fixture fixture) throws Exception {
        QueuePair qp = fixture.qp(fixture.anyType());
        QpStateWalk walk = QpStateWalk.of(fixture, qp);
        CompletionQueue cq = fixture.cq(4);
        ProtectionDomain pd = fixture.context().allocPd();
        List.of(qp, cq, pd).forEach(VerbsObject::close);

        Threads.elsewhere(() -> {
            assertRefused(qp::query).asClosed();
            assertRefused(qp::state).asClosed();
            assertRefused(qp::qpNum).asClosed();
            assertRefused(qp::toQpEx).asClosed();
            assertRefused(() -> qp.modify(walk.attr(QpState.INIT, List.of()))).asClosed();
            assertRefused(() -> qp.attachMcast(Fixture.GROUP, 0)).asClosed();
            assertRefused(() -> cq.resize(8)).asClosed();
            assertRefused(cq::grantedCqe).asClosed();
            assertRefused(() -> pd.createQp(fixture.request(fixture.anyType()).build()))
                    .asClosed();
            assertRefused(() -> pd.createAh(fixture.ownAddress())).asClosed();
            assertRefused(() -> pd.regMr(ByteBuffer.allocateDirect(8), Flags.of(AccessFlag.LOCAL_WRITE)))
                    .asClosed();
        });
    }

    @Behaviour(id = "QPD-05-CONTEXT", says = "closing a context closes all of its objects")
    public void contextTakesEverythingAlong(Fixture fixture) throws Exception {
        Fixture other = fixture.another();
        List<VerbsObject> objects = oneOfEach(other);
        DeviceContext context = other.context();

        context.close();

        assertThat(objects).allMatch(VerbsObject::isClosed);
        Threads.elsewhere(() -> {
            assertRefused(context::queryDevice).asClosed();
            assertRefused(() -> context.queryPort(Fixture.PORT)).asClosed();
            assertRefused(context::allocPd).asClosed();
            assertRefused(context::createCompChannel).asClosed();
            assertRefused(() -> context.createCq(CqInitAttr.builder().cqe(1).build()))
                    .asClosed();
            assertRefused(() -> ((QueuePair) objects.get(0)).query()).asClosed();
        });
        objects.forEach(VerbsObject::close);
        assertThat(fixture.limits().maxQp())
                .as("another context of the device works on")
                .isPositive();
    }

    @Behaviour(id = "QPD-05-REQUEST", says = "a closed object in a request is rejected before the call")
    public void refusesClosedInRequest(Fixture fixture) {
        CompletionQueue cq = fixture.cq(4);
        ProtectionDomain pd = fixture.context().allocPd();
        cq.close();
        pd.close();
        QpInitAttr withCq = fixture.request(fixture.anyType()).recvCq(cq).build();
        QpInitAttr withPd = fixture.request(fixture.anyType()).pd(pd).build();

        assertRefused(() -> fixture.pd().createQp(withCq)).asClosed();
        assertRefused(() -> fixture.context().createQpEx(withPd)).asClosed();
    }

    @Behaviour(
            id = "QPD-05-SRQ",
            needs = Capability.SRQ,
            says = "a closed shared receive queue rejects calls, and is rejected in a request")
    public void refusesClosedSrq(Fixture fixture) {
        SharedReceiveQueue srq = fixture.srq();
        srq.close();

        assertRefused(srq::query).asClosed();
        assertRefused(srq::grantedAttr).asClosed();
        assertRefused(() -> fixture.pd()
                        .createQp(fixture.request(QpType.RC).srq(srq).build()))
                .asClosed();
    }

    @Behaviour(
            id = "QPD-05-WQ",
            needs = Capability.WQ,
            says = "a closed work queue rejects calls, and is rejected in a table")
    public void refusesClosedWq(Fixture fixture) {
        WorkQueue wq = fixture.wq();
        wq.close();

        assertRefused(wq::state).asClosed();
        assertRefused(() -> fixture.context().createRwqIndTable(RwqIndTableAttr.of(List.of(wq))))
                .asClosed();
    }

    @Behaviour(id = "QPD-06", says = "many threads create and destroy objects of every kind in one context")
    public void manyThreads(Fixture fixture) throws Exception {
        List<Function<Fixture, VerbsObject>> kinds = new ArrayList<>(List.of(
                f -> f.context().allocPd(),
                f -> f.cq(4),
                f -> f.qp(f.anyType()),
                f -> f.pd().regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE))));
        fixture.compChannel().ifPresent(channel -> kinds.add(f -> f.context().createCompChannel()));
        fixture.qp(fixture.anyType());

        List<Integer> closed = Threads.together(THREADS, () -> {
            List<VerbsObject> objects = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                objects.add(kinds.get(i % kinds.size()).apply(fixture));
            }
            objects.forEach(VerbsObject::close);
            return objects.size();
        });

        assertThat(closed).hasSize(THREADS).containsOnly(ROUNDS);
    }

    @Behaviour(
            id = "QPD-06-RACE",
            says = "a use of an object that another thread closes succeeds or throws ClosedHandleException")
    public void closingRaces(Fixture fixture) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            QueuePair qp = fixture.qp(fixture.anyType());
            Threads.together(4, () -> {
                try {
                    qp.query(Flags.of(QpAttr.Mask.STATE));
                    qp.close();
                    return qp.isClosed();
                } catch (VerbsException e) {
                    assertThat(e.errno()).isEqualTo(Errno.EBADF);
                    return true;
                }
            });
            assertThat(qp.isClosed()).isTrue();
        }
    }

    @Behaviour(
            id = "QPD-06-TEARDOWN",
            says = "a context that is closed while other threads create objects leaves no object open")
    public void teardownRaces(Fixture fixture) throws Exception {
        for (int round = 0; round < ROUNDS / 5; round++) {
            DeviceContext context = fixture.device().open();
            List<VerbsObject> created = Collections.synchronizedList(new ArrayList<>());
            Threads.together(4, () -> {
                try {
                    for (int i = 0; i < 10; i++) {
                        created.add(context.allocPd());
                    }
                    context.close();
                    return true;
                } catch (VerbsException e) {
                    assertThat(e.errno()).isEqualTo(Errno.EBADF);
                    return false;
                }
            });
            assertThat(context.isClosed()).isTrue();
            assertThat(created).isNotEmpty().allMatch(VerbsObject::isClosed);
        }
    }

    @Behaviour(
            id = "QPD-07",
            says = "a completion queue that is lost without a close is reported with its creation site")
    public void reportsLeaks(Fixture fixture) throws Exception {
        try (LeakLog log = LeakLog.start()) {
            forgetOne(fixture);

            log.awaitReportOf("forgetOne");
        }
    }

    private static void forgetOne(Fixture fixture) {
        assertThat(fixture.context()
                        .createCq(CqInitAttr.builder().cqe(1).build())
                        .isClosed())
                .isFalse();
    }
}
