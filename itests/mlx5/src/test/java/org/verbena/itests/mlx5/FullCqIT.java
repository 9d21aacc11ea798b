// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.AsyncEvent;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connector;

/**
 * Checks a completion queue whose ring is full when a queue pair is destroyed. The genuine libmlx5 misses the last
 * entry ({@code __mlx5_cq_clean}), and would report it for the next queue pair.
 */
@ParameterizedClass
@CsvSource({"ffm, false", "ffm, true", "jna, false", "jna, true"})
class FullCqIT {
    /** The requested capacity. The ring has one entry more. */
    private static final int CQE = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Parameter(0)
    String provider;

    @Parameter(1)
    boolean extended;

    private DeviceContext context;
    private ProtectionDomain pd;
    private MemoryRegion memory;
    private CompletionQueue cq;
    private CompletionQueue ample;

    @BeforeEach
    void open() {
        context = Mlx5.provider(provider).device(Mlx5.DEVICE).open();
        pd = context.allocPd();
        memory = pd.allocMr(4096, Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE));
        CqInitAttr attr = CqInitAttr.builder().cqe(CQE).build();
        // No optional field is requested, because the result of ibv_poll_cq must not depend on one.
        cq = extended ? context.createCqEx(attr) : context.createCq(attr);
        ample = context.createCq(CqInitAttr.builder().cqe(256).build());
    }

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void nextQueuePairGetsNoCompletionOfAClosedOne() {
        QueuePair closed = connected(cq);
        writeAndWait(closed, 1, CQE + 1);

        closed.close();
        QueuePair next = connected(cq);

        assertThat(poll()).isEmpty();
        writeAndWait(next, 100, 1);
        assertThat(poll()).extracting(Completion::wrId).containsExactly(100L);
        next.close();
    }

    @Test
    void receiverOfTheNextQueuePairGetsNoSendCompletionOfAClosedOne() {
        QueuePair closed = connected(cq);
        writeAndWait(closed, 1, CQE + 1);

        closed.close();
        QueuePair receiver = pd.createQp(attr(cq).maxSendWr(0).maxSendSge(0).build());

        assertThat(poll()).isEmpty();
        receiver.close();
    }

    @Test
    void resetQueuePairGetsNoEarlierCompletion() {
        QueuePair qp = connected(cq);
        writeAndWait(qp, 1, CQE + 1);

        qp.modify(QpAttr.builder().qpState(QpState.RESET).build());
        Connector.create().connect(qp, peer());

        assertThat(poll()).isEmpty();
        for (int i = 0; i < 40; i++) {
            writeAndWait(qp, 100 + i, 1);
            assertThat(poll()).extracting(Completion::wrId).containsExactly(100L + i);
        }
        qp.close();
    }

    @Test
    void completionsOfOtherQueuePairsRemain() {
        QueuePair other = connected(cq);
        QueuePair closed = connected(cq);
        writeAndWait(other, 1, CQE);
        writeAndWait(closed, 10, 1);
        long number = other.qpNum();

        closed.close();

        assertThat(poll())
                .allSatisfy(completion -> {
                    assertThat(completion.statusCode()).isEqualTo(WcStatus.SUCCESS.value());
                    assertThat(completion.qpNum()).isEqualTo(number);
                })
                .extracting(Completion::wrId)
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void completionsOfOtherQueuePairsKeepTheirFields() {
        CompletionQueueEx queue = context.createCqEx(CqInitAttr.builder()
                .cqe(CQE)
                .wcFlags(WcFlag.QP_NUM, WcFlag.COMPLETION_TIMESTAMP)
                .build());
        QueuePair other = connected(queue);
        QueuePair closed = connected(queue);
        writeAndWait(other, 1, CQE - 1);
        writeAndWait(closed, 10, 2);
        closed.close();
        writeAndWait(other, CQE, 1);

        assertThat(queue.startPoll()).isTrue();
        long before = 0;
        for (int i = 1; i <= CQE; i++) {
            assertThat(queue.wrId()).isEqualTo(i);
            assertThat(queue.statusCode()).isEqualTo(WcStatus.SUCCESS.value());
            assertThat(queue.qpNum()).isEqualTo(other.qpNum());
            assertThat(queue.completionTs()).isGreaterThan(before);
            before = queue.completionTs();
            assertThat(queue.nextPoll()).isEqualTo(i < CQE);
        }
        queue.endPoll();
        assertThat(queue.startPoll()).isFalse();
    }

    /** After an overrun with a full ring, the next queue pair gets no completion of the closed one. */
    @Test
    void nextQueuePairGetsNoCompletionAfterAnOverrun() throws Exception {
        QueuePair lost = connected(cq);
        write(lost, 1, CQE + 2);
        assertThat(context.asyncEvents().nextEvent(PATIENCE))
                .map(AsyncEvent::eventType)
                .contains(AsyncEventType.CQ_ERR);

        lost.close();
        QueuePair next = connected(cq);

        assertThat(poll()).isEmpty();
        next.close();
    }

    private QpInitAttr.Builder attr(CompletionQueue sends) {
        return QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(sends)
                .recvCq(sends)
                .maxSendWr(16)
                .maxRecvWr(4)
                .maxSendSge(1)
                .maxRecvSge(1);
    }

    private QueuePair connected(CompletionQueue sends) {
        QueuePair qp = pd.createQp(attr(sends).build());
        Connector.create().connect(qp, peer());
        return qp;
    }

    private QueuePair peer() {
        return pd.createQp(attr(ample).build());
    }

    /** Posts work requests with consecutive ids, and waits until the NIC has written their completions. */
    private void writeAndWait(QueuePair qp, long firstId, int count) {
        long written = FakedKernel.completions() + count;
        write(qp, firstId, count);
        Instant deadline = Instant.now().plus(PATIENCE);
        while (FakedKernel.completions() < written) {
            assertThat(Instant.now()).isBefore(deadline);
            Thread.onSpinWait();
        }
    }

    private void write(QueuePair qp, long firstId, int count) {
        SendBatch batch = context.newSendBatch(count, 1, 0);
        for (int i = 0; i < count; i++) {
            batch.add()
                    .wrId(firstId + i)
                    .sge(memory, 0, 8)
                    .write(memory.address() + 2048, memory.rkey())
                    .signaled();
        }
        qp.postSend(batch);
    }

    /** Polls all completions with {@code ibv_poll_cq}. */
    private List<Completion> poll() {
        CompletionArray completions = context.newCompletionArray(16);
        List<Completion> polled = new ArrayList<>();
        for (int count = cq.poll(completions); count > 0; count = cq.poll(completions)) {
            for (int i = 0; i < count; i++) {
                polled.add(completions.get(i));
            }
            completions.release();
        }
        return polled;
    }
}
