// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.verbena.AddressHandle;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MrReregAttr;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/**
 * Lists uses of every kind of object. A use takes place before or after the close. A close waits for a call that has
 * begun.
 */
enum Use {
    CONTEXT_QUERY_PORT(() -> {
        DeviceContext context = RaceDevice.DEVICE.open();
        return Duel.of(context, () -> context.queryPort(Fixture.PORT));
    }),
    CONTEXT_ASYNC_EVENT(() -> {
        DeviceContext context = RaceDevice.DEVICE.open();
        return Duel.of(context, () -> context.asyncEvents().nextEvent());
    }),
    CONTEXT_BATCH(() -> {
        DeviceContext context = RaceDevice.DEVICE.open();
        return Duel.of(context, () -> context.newSendBatch(1, 1, 0));
    }),
    CQ_POLL(() -> {
        CompletionQueue cq = RaceDevice.fixture().cq(16);
        CompletionArray completions = RaceDevice.completions();
        return Duel.of(cq, () -> cq.poll(completions));
    }),
    CQ_NOTIFY(() -> {
        CompletionQueue cq = RaceDevice.fixture().cq(16);
        return Duel.of(cq, () -> cq.requestNotify(false));
    }),
    CQ_RESIZE(() -> {
        CompletionQueue cq = RaceDevice.fixture().cq(16);
        return Duel.of(cq, () -> cq.resize(64));
    }),
    CQ_EX_START_POLL(() -> {
        CompletionQueueEx cq = RaceDevice.CONTEXT.createCqEx(
                CqInitAttr.builder().cqe(16).wcFlags(WcFlag.BYTE_LEN).build());
        return Duel.of(cq, cq::startPoll);
    }),
    COMP_CHANNEL_NEXT_EVENT(() -> {
        CompletionChannel channel = RaceDevice.CONTEXT.createCompChannel();
        return Duel.of(channel, channel::nextEvent);
    }),
    SRQ_POST(() -> {
        SharedReceiveQueue srq = RaceDevice.PD.createSrq(
                SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        RecvBatch batch = RaceDevice.receive();
        return Duel.of(srq, posting(batch, srq::postRecv));
    }),
    SRQ_QUERY(() -> {
        SharedReceiveQueue srq = RaceDevice.PD.createSrq(
                SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        return Duel.of(srq, srq::query);
    }),
    QP_POST_SEND(() -> {
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.RC));
        SendBatch batch = RaceDevice.send();
        return Duel.of(qp, posting(batch, qp::postSend));
    }),
    QP_POST_RECV(() -> {
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.RC));
        RecvBatch batch = RaceDevice.receive();
        return Duel.of(qp, posting(batch, qp::postRecv));
    }),
    QP_QUERY(() -> {
        QueuePair qp = RaceDevice.CONTEXT.createQpEx(RaceDevice.qp(QpType.RC).build());
        return Duel.of(qp, qp::query);
    }),
    QP_RESET(() -> {
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.RC));
        QpAttr reset = QpAttr.builder().qpState(QpState.RESET).build();
        return Duel.of(qp, () -> qp.modify(reset));
    }),
    WQ_POST(() -> {
        WorkQueue wq = RaceDevice.wq();
        RecvBatch batch = RaceDevice.receive();
        return Duel.of(wq, posting(batch, wq::postRecv));
    }),
    RWQ_IND_TABLE_NUMBER(() -> {
        RwqIndTable table = RaceDevice.CONTEXT.createRwqIndTable(RwqIndTableAttr.of(List.of(RaceDevice.WQ)));
        return Duel.of(table, table::indTblNum);
    }),
    MR_VIEW(() -> {
        MemoryRegion region = RaceDevice.PD.regMr(RaceDevice.MEMORY, RaceDevice.WRITABLE);
        return Duel.of(region, () -> region.view(0, 64));
    }),
    MR_REREG(() -> {
        MemoryRegion region = RaceDevice.PD.regMr(RaceDevice.MEMORY, RaceDevice.WRITABLE);
        MrReregAttr access = MrReregAttr.builder().access(RaceDevice.WRITABLE).build();
        return Duel.of(region, () -> region.rereg(access));
    }),
    MR_IN_WORK(() -> {
        MemoryRegion region = RaceDevice.PD.regMr(RaceDevice.MEMORY, RaceDevice.WRITABLE);
        QueuePair qp = RaceDevice.building(QpType.RC, SendOp.RDMA_WRITE);
        return Duel.of(region, building(qp, work -> work.wrRdmaWrite(1, 1).wrSetSge(region, 0, 64)), qp);
    }),
    MW_KEY(() -> {
        MemoryWindow window = RaceDevice.PD.allocMw(MwType.TYPE_1);
        return Duel.of(window, window::rkey);
    }),
    MW_BIND(() -> {
        MemoryWindow window = RaceDevice.PD.allocMw(MwType.TYPE_1);
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.RC));
        MwBind bind = new MwBind(1, Flags.none(SendFlag.class), part());
        return Duel.of(window, () -> window.bind(qp, bind), qp);
    }),
    MW_IN_WORK(() -> {
        MemoryWindow window = RaceDevice.PD.allocMw(MwType.TYPE_2);
        QueuePair qp = RaceDevice.building(QpType.RC, SendOp.BIND_MW);
        return Duel.of(window, building(qp, work -> work.wrBindMw(window, 1, part())), qp);
    }),
    AH_IN_WORK(() -> {
        AddressHandle address = RaceDevice.PD.createAh(RaceDevice.ADDRESS);
        QueuePair qp = RaceDevice.building(QpType.UD, SendOp.SEND);
        return Duel.of(address, building(qp, work -> work.wrSend().wrSetUdAddr(address, 1, QpStateWalk.QKEY)), qp);
    }),
    AH_IN_BATCH(() -> {
        AddressHandle address = RaceDevice.PD.createAh(RaceDevice.ADDRESS);
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.UD));
        SendBatch batch = RaceDevice.send();
        batch.get(0).to(address, 1, QpStateWalk.QKEY);
        batch.release();
        return Duel.of(address, posting(batch, qp::postSend), qp);
    }),
    MW_IN_BATCH(() -> {
        MemoryWindow window = RaceDevice.PD.allocMw(MwType.TYPE_2);
        QueuePair qp = RaceDevice.flushing(RaceDevice.qp(QpType.RC));
        SendBatch batch = RaceDevice.send();
        batch.get(0).bindMw(window, 1, part());
        batch.release();
        return Duel.of(window, posting(batch, qp::postSend), qp);
    });

    private static final Turns<Use> TURNS = new Turns<>(Use.class);

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Supplier<Duel> preparation;

    Use(Supplier<Duel> preparation) {
        this.preparation = preparation;
    }

    static Use next() {
        return TURNS.next();
    }

    Duel prepare() {
        return preparation.get();
    }

    private static MwBindInfo part() {
        return new MwBindInfo(RaceDevice.MR, RaceDevice.MR.address(), 64, RaceDevice.REMOTE);
    }

    /** Posts a batch and releases it, so that another thread may post it next. */
    private static Runnable posting(SendBatch batch, Consumer<SendBatch> post) {
        return () -> {
            try {
                post.accept(batch);
            } finally {
                batch.release();
            }
        };
    }

    /** Posts a batch and releases it, so that another thread may post it next. */
    private static Runnable posting(RecvBatch batch, Consumer<RecvBatch> post) {
        return () -> {
            try {
                post.accept(batch);
            } finally {
                batch.release();
            }
        };
    }

    /** Begins a list of work requests and aborts it, so that nothing is sent. */
    private static Runnable building(QueuePair qp, Consumer<QueuePairEx> step) {
        QueuePairEx work = qp.toQpEx().orElseThrow();
        return () -> {
            work.wrStart();
            try {
                step.accept(work);
            } finally {
                work.wrAbort();
            }
        };
    }
}
