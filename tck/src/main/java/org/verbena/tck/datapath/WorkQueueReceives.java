// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.List;
import java.util.stream.IntStream;
import org.verbena.CompletionQueue;
import org.verbena.Flow;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RwqIndTable;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.QpState;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.WcStatus;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.traffic.Completions;
import org.verbena.tck.traffic.Memory;

/** Receives of work queues: {@code ibv_post_wq_recv(3)}. */
public final class WorkQueueReceives implements DataPathBehaviours {
    private static final int DEPTH = 16;
    private static final int RECV_LENGTH = 256;
    private static final int BEYOND_EVERY_RING = 4096;

    /** The key of the verification suite for receive-side scaling, which distributes flows evenly. */
    private static final byte[] KEY = {
        0x6d,
        0x5a,
        0x56,
        (byte) 0xda,
        0x25,
        0x5b,
        0x0e,
        (byte) 0xc2,
        0x41,
        0x67,
        0x25,
        0x3d,
        0x43,
        (byte) 0xa3,
        (byte) 0x8f,
        (byte) 0xb0,
        (byte) 0xd0,
        (byte) 0xca,
        0x2b,
        (byte) 0xcb,
        (byte) 0xae,
        0x7b,
        0x30,
        (byte) 0xb4,
        0x77,
        (byte) 0xcb,
        0x2d,
        (byte) 0xa3,
        (byte) 0x80,
        0x30,
        (byte) 0xf2,
        0x0c,
        0x6a,
        0x42,
        (byte) 0xb7,
        0x3b,
        (byte) 0xbe,
        (byte) 0xac,
        0x01,
        (byte) 0xfa
    };

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.WQ);
    }

    private static WorkQueue queue(Fixture fixture, CompletionQueue cq) {
        return fixture.context()
                .createWq(WqInitAttr.builder()
                        .pd(fixture.pd())
                        .cq(cq)
                        .maxWr(DEPTH)
                        .maxSge(1)
                        .build());
    }

    private static void move(WorkQueue queue, WqState state) {
        queue.modify(WqAttr.builder().wqState(state).build());
    }

    private static RecvBatch receives(Fixture fixture, Memory memory, int count) {
        RecvBatch batch = fixture.context().newRecvBatch(count, 1);
        IntStream.range(0, count)
                .forEach(i -> batch.add().wrId(i).sge(memory.region(), (long) i % DEPTH * RECV_LENGTH, RECV_LENGTH));
        return batch;
    }

    @Behaviour(
            id = "WQ-05",
            says =
                    "a queue accepts max_wr receives; a full queue fails with ENOMEM and names the first that did not fit")
    public void fullQueue(Fixture fixture) {
        WorkQueue queue = queue(fixture, fixture.cq());
        move(queue, WqState.RDY);
        RecvBatch batch = receives(fixture, Memory.of(fixture.pd(), Memory.ALL), BEYOND_EVERY_RING);

        int held = assertRefused(() -> queue.postRecv(batch))
                .withErrno(Errno.ENOMEM)
                .badWr();

        assertThat((long) held).isGreaterThanOrEqualTo(queue.grantedCap().maxWr());
    }

    @Behaviour(id = "WQ-05-RESET", says = "a receive that is posted in RESET fails, or is kept")
    public void postInReset(Fixture fixture) {
        WorkQueue queue = queue(fixture, fixture.cq());
        RecvBatch batch = receives(fixture, Memory.of(fixture.pd(), Memory.ALL), 1);
        try {
            queue.postRecv(batch);
        } catch (PostException e) {
            assertThat(e.errno()).isIn(Errno.EINVAL, Errno.ENOMEM);
            assertThat(e.badWr()).isZero();
        }
        new Completions(fixture.cq()).assertNone();
    }

    @Behaviour(id = "WQ-05-FLUSH", says = "the change to ERR flushes all receives")
    public void flushes(Fixture fixture) {
        CompletionQueue cq = fixture.cq(2 * DEPTH);
        WorkQueue queue = queue(fixture, cq);
        move(queue, WqState.RDY);
        queue.postRecv(receives(fixture, Memory.of(fixture.pd(), Memory.ALL), 4));

        move(queue, WqState.ERR);

        Completions flushed = new Completions(cq);
        IntStream.range(0, 4).forEach(i -> flushed.withStatus(i, WcStatus.WR_FLUSH_ERR));
    }

    /** Directs all packets to a new queue pair over the table, until the rule is closed. */
    static Flow lead(Fixture fixture, RwqIndTable table, RxHashField first, RxHashField... others) {
        QueuePair rss = fixture.context()
                .createQpEx(fixture.rssRequest(table)
                        .rxHashConf(RxHashConf.toeplitz(KEY, first, others))
                        .build());
        try {
            QpStateWalk walk = QpStateWalk.of(fixture, rss);
            walk.step(QpState.INIT);
            walk.step(QpState.RTR);
        } catch (VerbsException e) {
            // A work queue of libmlx5 has no states: it accepts packets from its creation on.
            assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP);
        }
        return rss.createFlow(FlowAttr.builder()
                .type(FlowAttrType.ALL_DEFAULT)
                .port(Fixture.PORT)
                .build());
    }
}
