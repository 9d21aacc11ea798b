// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.util.function.Supplier;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.tck.fixture.Fixture;

/** Lists uses of several calls that belong together. A close between these calls fails with EBUSY. */
enum Holding {
    QP_BUILDING(() -> {
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.RC).sendOpsFlags(SendOp.SEND));
        QueuePairEx work = qp.toQpEx().orElseThrow();
        return Duel.of(qp, () -> {
            work.wrStart();
            work.wrSend().wrSetSge(RaceDevice.MR, 0, 64);
            work.wrComplete();
        });
    }),
    QP_IN_GROUP(() -> {
        QueuePair qp = RaceDevice.CONTEXT.createQpEx(RaceDevice.qp(QpType.UD).build());
        return Duel.of(qp, () -> {
            qp.attachMcast(Fixture.GROUP, 0);
            qp.detachMcast(Fixture.GROUP, 0);
        });
    }),
    CONTEXT_BUILDING(() -> {
        Fixture fixture = Fixture.unaccounted(RaceDevice.DEVICE);
        QueuePairEx work = fixture.create(
                        fixture.request(QpType.RC).pd(fixture.pd()).sendOpsFlags(SendOp.SEND))
                .toQpEx()
                .orElseThrow();
        return Duel.of(fixture.context(), () -> {
            work.wrStart();
            work.wrSend().wrSetSge(1, 1, 64);
            work.wrAbort();
        });
    }),
    QP_OF_CQ_READING(() -> {
        CompletionQueueEx cq = readable(RaceDevice.CONTEXT);
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.RC).sendCq(cq).recvCq(cq));
        qp.postSend(RaceDevice.send());
        return Duel.of(qp, () -> read(qp, cq), cq);
    });

    private static final Turns<Holding> TURNS = new Turns<>(Holding.class);

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Supplier<Duel> preparation;

    Holding(Supplier<Duel> preparation) {
        this.preparation = preparation;
    }

    static Holding next() {
        return TURNS.next();
    }

    Duel prepare() {
        return preparation.get();
    }

    private static CompletionQueueEx readable(DeviceContext context) {
        return context.createCqEx(
                CqInitAttr.builder().cqe(16).wcFlags(WcFlag.BYTE_LEN).build());
    }

    /** Reads the completion, if there is one. The destroy of the queue pair removes it. */
    private static void read(QueuePair qp, CompletionQueueEx cq) {
        qp.state();
        if (cq.startPoll()) {
            if (cq.wrId() != 0) {
                throw new AssertionError("completion of another queue pair: " + cq.wrId());
            }
            cq.nextPoll();
            cq.endPoll();
        }
    }
}
