// SPDX-License-Identifier: Apache-2.0
package com.example.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.Verbs;

/** Checks that error reporting costs no allocation on the data path while no listener is active. */
class PollAllocationTest {
    private static final int WARM_UP = 2_000;
    private static final int ROUNDS = 1_000;
    private static final int RUNS = 10;
    private static final int POSTED = 8;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final DeviceContext context = Verbs.provider("sim").devices().get(0).open();
    private final RecvBatch batch = context.newRecvBatch(POSTED, 1);
    private final CompletionArray completions = context.newCompletionArray(POSTED);

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void pollingAllocatesNothingWhileErrorsAreNotRecorded() {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(POSTED).build());
        QueuePair qp = failed(cq);

        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(allocated(qp, () -> poll(cq))).isZero();

            recording.enable("org.verbena.ErrorCompletion");
            assertThat(allocated(qp, () -> poll(cq))).isPositive();
        }
    }

    @Test
    void readingInPlaceAllocatesNothingWhileErrorsAreNotRecorded() {
        CompletionQueueEx cq =
                context.createCqEx(CqInitAttr.builder().cqe(POSTED).build());
        QueuePair qp = failed(cq);

        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(allocated(qp, () -> read(cq))).isZero();

            recording.enable("org.verbena.ErrorCompletion");
            assertThat(allocated(qp, () -> read(cq))).isPositive();
        }
    }

    private void poll(CompletionQueue cq) {
        assertPolled(cq.poll(completions));
    }

    private static void read(CompletionQueueEx cq) {
        int polled = 0;
        for (boolean more = cq.startPoll(); more; more = cq.nextPoll()) {
            polled++;
        }
        cq.endPoll();
        assertPolled(polled);
    }

    /** Checks the number without AssertJ, which would allocate. */
    private static void assertPolled(int polled) {
        if (polled != POSTED) {
            throw new AssertionError("polled " + polled + " completions instead of " + POSTED);
        }
    }

    /** Returns a queue pair that completes each receive request immediately with an error. */
    private QueuePair failed(CompletionQueue cq) {
        QueuePair qp = context.allocPd()
                .createQp(QpInitAttr.builder()
                        .sendCq(cq)
                        .recvCq(cq)
                        .maxSendWr(1)
                        .maxRecvWr(POSTED)
                        .maxRecvSge(1)
                        .build());
        QueuePairs.toInit(qp);
        QueuePairs.toErr(qp);
        for (int i = 0; i < POSTED; i++) {
            batch.add().wrId(i);
        }
        return qp;
    }

    /**
     * Returns the bytes that many rounds allocate, without their preparation.
     *
     * <p>The result is the minimum of several runs. The JVM sometimes allocates when it switches to compiled code, but
     * a poll that allocates does so in each run.
     */
    private long allocated(QueuePair qp, Runnable round) {
        run(qp, round, WARM_UP);
        return LongStream.generate(() -> run(qp, round, ROUNDS))
                .limit(RUNS)
                .min()
                .orElseThrow();
    }

    private long run(QueuePair qp, Runnable round, int times) {
        long allocated = 0;
        for (int i = 0; i < times; i++) {
            qp.postRecv(batch);
            long before = threads.getCurrentThreadAllocatedBytes();
            round.run();
            allocated += threads.getCurrentThreadAllocatedBytes() - before;
        }
        return allocated;
    }
}
