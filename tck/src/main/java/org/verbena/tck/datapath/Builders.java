// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.verbena.MemoryRegion;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/** Send builders: {@code ibv_wr_start(3)}, {@code ibv_wr_complete(3)}, {@code ibv_wr_abort(3)}. */
public final class Builders implements DataPathBehaviours {
    private static final Flags<SendFlag> SIGNALED = Flags.of(SendFlag.SIGNALED);

    /** A list that throws when it is read. */
    private static final List<ByteBuffer> UNREADABLE = new AbstractList<>() {
        @Override
        public ByteBuffer get(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int size() {
            return 1;
        }
    };

    private static final List<Consumer<QueuePairEx>> BAD_CALLS = List.of(
            builders -> builders.wrSetInlineDataList(UNREADABLE),
            builders -> builders.wrSetInlineData(ByteBuffer.allocate(1 << 17)),
            builders -> builders.wrSetSge(-1, 0, 8),
            builders -> builders.wrSendTso(ByteBuffer.allocate(64), 100));

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.SEND_OPS);
    }

    private static QpPair pair(Fixture fixture, QpType type) {
        QpPair pair = QpPair.of(fixture, type, request -> request.inline(16).builders(SendOp.SEND));
        IntStream.range(0, 8).forEach(i -> pair.responder().postRecv(i, i * 256L, 256));
        return pair;
    }

    private static QueuePairEx builders(QpPair pair) {
        return pair.requester().qp().toQpEx().orElseThrow();
    }

    private static QueuePairEx begin(QpPair pair, long wrId) {
        QueuePairEx qp = builders(pair).wrId(wrId).wrFlags(SIGNALED).wrSend();
        return pair.headerLength() == 0
                ? qp
                : qp.wrSetUdAddr(pair.responderAddress(), pair.responder().qp().qpNum(), QpStateWalk.QKEY);
    }

    @Behaviour(
            id = "PST-11",
            types = {RC, UC, UD},
            says = "the built work requests are posted when the list is completed")
    public void completes(Fixture fixture, QpType type) {
        QpPair pair = pair(fixture, type);
        Memory from = pair.requester().memory();
        byte[] first = from.fill(0, 50, 1);

        builders(pair).wrStart();
        begin(pair, 1).wrSetSge(from.lkey(), from.address(0), 50);
        begin(pair, 2).wrSetSge(from.region(), 0, 50);
        builders(pair).wrComplete();

        IntStream.rangeClosed(1, 2).forEach(pair.requester().sends()::success);
        IntStream.range(0, 2).forEach(pair.responder().receives()::success);
        assertThat(pair.responder().memory().bytes(pair.headerLength(), 50)).isEqualTo(first);
        assertThat(pair.responder().memory().bytes(256L + pair.headerLength(), 50))
                .isEqualTo(first);
    }

    @Behaviour(
            id = "PST-11-INLINE",
            types = {RC, UC, UD},
            says = "inline data is gathered from several buffers, which the caller can reuse at once")
    public void gathersInlineData(Fixture fixture, QpType type) {
        QpPair pair = pair(fixture, type);
        byte[] bytes = pair.requester().memory().fill(0, 16, 1);

        builders(pair).wrStart();
        begin(pair, 1).wrSetInlineDataList(List.of(ByteBuffer.wrap(bytes, 0, 3), ByteBuffer.wrap(bytes, 3, 13)));
        byte[] sent = bytes.clone();
        Arrays.fill(bytes, (byte) 0);
        builders(pair).wrComplete();

        pair.requester().sends().success(1);
        assertThat(pair.responder().receives().success(0).byteLen()).isEqualTo(16 + pair.headerLength());
        assertThat(pair.responder().memory().bytes(pair.headerLength(), 16)).isEqualTo(sent);
    }

    @Behaviour(
            id = "PST-11-ABORT",
            types = {RC, UC, UD},
            says = "an aborted list posts nothing")
    public void aborts(Fixture fixture, QpType type) {
        QpPair pair = pair(fixture, type);
        Memory from = pair.requester().memory();

        builders(pair).wrStart();
        begin(pair, 1).wrSetSge(from.lkey(), from.address(0), 50);
        builders(pair).wrAbort();
        pair.requester().sends().assertNone();
        pair.post(send().id(2));

        pair.requester().sends().success(2);
        pair.responder().receives().success(0);
        pair.responder().receives().assertNone();
    }

    @Behaviour(
            id = "PST-11-EMPTY",
            types = {RC, UC, UD},
            says = "an empty list can be completed")
    public void completesNothing(Fixture fixture, QpType type) {
        QpPair pair = pair(fixture, type);

        builders(pair).wrStart();
        builders(pair).wrComplete();

        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-11-MISSING",
            types = {RC, UC},
            says = "a builder that a queue pair does not have is rejected before the call, and fails the list")
    public void refusesMissing(Fixture fixture, QpType type) {
        QpPair pair = pair(fixture, type);

        assertThat(builders(pair).sendOps().contains(SendOp.TSO))
                .as("connections do not segment")
                .isFalse();
        builders(pair).wrStart();
        assertRefused(() -> builders(pair).wrSendTso(ByteBuffer.allocate(64), 100))
                .byVerbena();
        assertThatThrownBy(() -> builders(pair).wrSend()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> builders(pair).wrComplete()).isInstanceOf(IllegalStateException.class);
        builders(pair).wrAbort();
        pair.post(send().id(1));

        pair.requester().sends().success(1);
    }

    @Behaviour(
            id = "PST-11-FAILED",
            types = {RC, UC, UD},
            says = "a call that throws fails the list: the list posts nothing, and can only be aborted")
    public void failsList(Fixture fixture, QpType type) {
        QpPair pair = pair(fixture, type);
        MemoryRegion region = pair.requester().memory().region();

        for (Consumer<QueuePairEx> bad : BAD_CALLS) {
            builders(pair).wrStart();
            begin(pair, 1).wrSetSge(region, 0, 8);
            QueuePairEx begun = begin(pair, 2);
            assertThatThrownBy(() -> bad.accept(begun)).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> begun.wrSetSge(region, 0, 8)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(begun::wrSend).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(begun::wrComplete).isInstanceOf(IllegalStateException.class);
            begun.wrAbort();
        }
        pair.post(send().id(3));

        pair.requester().sends().success(3);
        pair.requester().sends().assertNone();
        pair.responder().receives().success(0);
        pair.responder().receives().assertNone();
    }

    @Behaviour(
            id = "PST-11-UNFINISHED",
            types = {RC, UC, UD},
            says = "a list whose last work request has no data cannot be completed")
    public void refusesUnfinished(Fixture fixture, QpType type) {
        QpPair pair = pair(fixture, type);

        builders(pair).wrStart();
        begin(pair, 1);
        assertThatThrownBy(() -> builders(pair).wrComplete()).isInstanceOf(IllegalStateException.class);
        builders(pair).wrAbort();

        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-12",
            types = {RC, UC, UD},
            says = "the owner thread posts a batch; another thread can post it after the owner releases it")
    public void postsForOwner(Fixture fixture, QpType type) throws Exception {
        QpPair pair = pair(fixture, type);
        SendBatch batch = fixture.context().newSendBatch(1, 1, 0);
        SendWr wr = batch.add().wrId(1).send().signaled();
        if (type == UD) {
            wr.to(pair.responderAddress(), pair.responder().qp().qpNum(), QpStateWalk.QKEY);
        }

        Threads.elsewhere(() -> {
            assertThatThrownBy(() -> pair.requester().qp().postSend(batch)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> wr.wrId(2)).isInstanceOf(IllegalStateException.class);
        });
        pair.requester().qp().postSend(batch);
        batch.release();
        Threads.elsewhere(() -> {
            wr.wrId(3);
            pair.requester().qp().postSend(batch);
        });

        pair.requester().sends().success(1);
        pair.requester().sends().success(3);
        pair.requester().sends().assertNone();
    }

    @Behaviour(
            id = "PST-11-THREAD",
            types = {RC, UC, UD},
            says = "a list belongs to the thread that started it")
    public void belongsToThread(Fixture fixture, QpType type) throws Exception {
        QpPair pair = pair(fixture, type);

        builders(pair).wrStart();
        Threads.elsewhere(
                () -> assertThatThrownBy(() -> builders(pair).wrComplete()).isInstanceOf(IllegalStateException.class));
        begin(pair, 1).wrSetSge(pair.requester().memory().region(), 0, 8);
        builders(pair).wrComplete();

        pair.requester().sends().success(1);
    }

    @Behaviour(
            id = "PST-11-OUTSIDE",
            types = {RC, UC, UD},
            says = "outside a list, building, completing and aborting are rejected")
    public void needsStart(Fixture fixture, QpType type) {
        QueuePairEx qp = builders(pair(fixture, type));

        assertThatThrownBy(qp::wrSend).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(qp::wrComplete).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(qp::wrAbort).isInstanceOf(IllegalStateException.class);
    }

    @Behaviour(
            id = "PST-11-MIXED",
            types = {RC, UC, UD},
            says = "a queue pair with builders also accepts batches, in the order of the posts")
    public void takesBatches(Fixture fixture, QpType type) {
        QpPair built = pair(fixture, type);
        SendBatch batch = fixture.context().newSendBatch(1, 1, 0);
        SendWr wr = batch.add().wrId(2).send().signaled();
        if (type == UD) {
            wr.to(built.responderAddress(), built.responder().qp().qpNum(), QpStateWalk.QKEY);
        }

        built.post(send().id(1));
        built.requester().qp().postSend(batch);
        built.post(send().id(3));

        IntStream.rangeClosed(1, 3).forEach(built.requester().sends()::success);
    }
}
