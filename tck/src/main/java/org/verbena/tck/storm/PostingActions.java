// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import static org.verbena.error.Errno.EAGAIN;
import static org.verbena.error.Errno.EINVAL;
import static org.verbena.error.Errno.ENOMEM;
import static org.verbena.error.Errno.ENOSPC;
import static org.verbena.error.Errno.EOPNOTSUPP;
import static org.verbena.error.Errno.EPERM;

import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueueEx;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.tck.fixture.QpStateWalk;

/** Actions that post and poll. */
final class PostingActions {
    private static final int LENGTH = 64;
    private static final int POLLED = 8;

    private PostingActions() {}

    static Stream<Action> actions() {
        return Stream.of(
                Action.of("post sends", PostingActions::send)
                        .weighing(60)
                        .mayGive(EINVAL, ENOMEM, EOPNOTSUPP)
                        .meetingHolders(),
                Action.of("build sends", PostingActions::build)
                        .weighing(40)
                        .mayGive(EINVAL, ENOMEM, ENOSPC, EOPNOTSUPP)
                        .meetingHolders(),
                Action.of("post receives", PostingActions::receive).weighing(40).mayGive(EINVAL, ENOMEM),
                Action.of("post receives to a shared queue", PostingActions::receiveShared)
                        .weighing(20)
                        .mayGive(EINVAL, ENOMEM),
                Action.of("post receives to a work queue", PostingActions::receiveAtWq)
                        .mayGive(EINVAL, ENOMEM),
                // EAGAIN: a bind that libmlx5 would write beyond the end of its ring.
                Action.of("bind a window", PostingActions::bind)
                        .mayGive(EAGAIN, EINVAL, ENOMEM, EPERM, EOPNOTSUPP)
                        .meetingHolders(),
                Action.of("poll", PostingActions::poll).weighing(60).meetingHolders(),
                Action.of("read in place", PostingActions::readInPlace)
                        .weighing(30)
                        .meetingHolders());
    }

    private static void send(StormStep turn) {
        QueuePair qp = ChangingActions.qp(turn);
        int count = 1 + turn.random().nextInt(3);
        SendBatch batch = turn.context().newSendBatch(count, 1, CreatingActions.INLINE);
        for (int i = 0; i < count; i++) {
            SendWr wr = batch.add().wrId(i).signaled();
            operation(turn, qp, wr);
            if (qp.qpType() == QpType.UD) {
                wr.to(turn.some(pool -> pool.ahs), qp.qpNum(), QpStateWalk.QKEY);
            }
            if (qp.qpType() == QpType.XRC_SEND) {
                wr.remoteSrqn(turn.some(pool -> pool.xrcSrqs).srqNum());
            }
        }
        qp.postSend(batch);
    }

    private static void operation(StormStep turn, QueuePair qp, SendWr wr) {
        MemoryRegion local = turn.some(pool -> pool.mrs);
        if (qp.qpType() != QpType.RC || turn.oneIn(2)) {
            wr.send();
        } else {
            remoteOperation(turn, wr);
        }
        if (turn.oneIn(3) && wr.numSge() == 0 && qp.qpType() == QpType.RC) {
            wr.send().inlineData(ByteBuffer.allocate(Long.BYTES));
        } else {
            wr.sge(local, 0, Long.BYTES);
        }
    }

    private static void remoteOperation(StormStep turn, SendWr wr) {
        MemoryRegion remote = turn.some(pool -> pool.mrs);
        switch (turn.random().nextInt(4)) {
            case 0 -> wr.write(remote.iova(), remote.rkey());
            case 1 -> wr.writeImm(remote.iova(), remote.rkey(), 1);
            case 2 -> wr.read(remote.iova(), remote.rkey());
            default -> wr.fetchAdd(remote.iova(), remote.rkey(), 1);
        }
    }

    private static void build(StormStep turn) {
        QueuePair qp = turn.some(pool -> pool.qps);
        QueuePairEx builders = qp.toQpEx().orElseThrow(Slots.NoHandleException::new);
        MemoryRegion local = turn.some(pool -> pool.mrs);
        builders.wrStart();
        boolean built = false;
        try {
            builders.wrId(1).wrFlags(Flags.of(SendFlag.SIGNALED)).wrSend();
            if (qp.qpType() == QpType.UD) {
                builders.wrSetUdAddr(turn.some(pool -> pool.ahs), 1, QpStateWalk.QKEY);
            }
            if (qp.qpType() == QpType.XRC_SEND) {
                builders.wrSetXrcSrqn(turn.some(pool -> pool.xrcSrqs).srqNum());
            }
            builders.wrSetSge(local, 0, LENGTH);
            built = !turn.oneIn(4);
        } finally {
            if (!built) {
                builders.wrAbort();
            }
        }
        if (built) {
            builders.wrComplete();
        }
    }

    private static void receive(StormStep turn) {
        ChangingActions.qp(turn).postRecv(receives(turn));
    }

    private static void receiveShared(StormStep turn) {
        SharedReceiveQueue srq = turn.oneIn(3) ? turn.some(pool -> pool.xrcSrqs) : turn.some(pool -> pool.srqs);
        srq.postRecv(receives(turn));
    }

    private static void receiveAtWq(StormStep turn) {
        turn.some(pool -> pool.wqs).postRecv(receives(turn));
    }

    private static RecvBatch receives(StormStep turn) {
        MemoryRegion local = turn.some(pool -> pool.mrs);
        RecvBatch batch = turn.context().newRecvBatch(4, 1);
        for (int i = 0; i < batch.capacity(); i++) {
            batch.add().wrId(i).sge(local, (long) i * 2 * LENGTH, 2L * LENGTH);
        }
        return batch;
    }

    private static void bind(StormStep turn) {
        MemoryWindow window = turn.some(pool -> pool.mws);
        MemoryRegion region = turn.some(pool -> pool.mrs);
        MwBindInfo part = new MwBindInfo(region, region.iova(), LENGTH, Flags.of(AccessFlag.REMOTE_WRITE));
        window.bind(turn.some(pool -> pool.qps), new MwBind(1, Flags.of(SendFlag.SIGNALED), part));
    }

    private static void poll(StormStep turn) {
        CompletionArray completions = turn.context().newCompletionArray(POLLED);
        int polled = turn.cq().poll(completions);
        for (int i = 0; i < polled; i++) {
            completions.get(i);
        }
    }

    private static void readInPlace(StormStep turn) {
        CompletionQueueEx cq = turn.some(pool -> pool.cqExs);
        if (!cq.startPoll()) {
            return;
        }
        try {
            do {
                cq.wrId();
                cq.status();
                cq.qpNum();
            } while (cq.nextPoll());
        } finally {
            cq.endPoll();
        }
    }
}
