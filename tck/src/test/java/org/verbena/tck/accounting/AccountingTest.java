// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.QpType;
import org.verbena.error.PostException;

class AccountingTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    private final StubContext stub = new StubContext();
    private final Accounting accounting = Accounting.of(stub.context());

    private void post(boolean signaled, long... wrIds) {
        DeviceContext context = accounting.context();
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(16).build());
        QueuePair qp = context.allocPd()
                .createQp(QpInitAttr.builder()
                        .qpType(QpType.RC)
                        .sendCq(cq)
                        .recvCq(cq)
                        .build());
        SendBatch batch = context.newSendBatch(4, 1, 0);
        for (long wrId : wrIds) {
            SendWr wr = batch.add().wrId(wrId);
            if (signaled) {
                wr.signaled();
            }
        }
        qp.postSend(batch);
    }

    /** Returns a queue with signaled work requests. */
    private static WorkQueueBook queue(String name, long... wrIds) {
        WorkQueueBook queue = new WorkQueueBook(name);
        queue.accept(LongStream.of(wrIds)
                .mapToObj(wrId -> new WorkQueueBook.Work(wrId, true))
                .toList());
        return queue;
    }

    @Test
    void completionsOfAllWorkRequestsSettleTheAccount() {
        stub.completions.addAll(List.of(1L, 2L, 3L));
        post(true, 1, 2, 3);

        assertThatCode(() -> accounting.settle(SHORT)).doesNotThrowAnyException();
        assertThat(accounting.accepted()).isEqualTo(3);
    }

    @Test
    void lostCompletionIsNamed() {
        stub.completions.addAll(List.of(1L, 3L));
        post(true, 1, 2, 3);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> accounting.settle(SHORT))
                .withMessageContaining("has lost the work requests [2]");
    }

    @Test
    void secondCompletionIsNamed() {
        stub.completions.addAll(List.of(1L, 2L, 2L));
        post(true, 1, 2);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> accounting.settle(SHORT))
                .withMessageContaining("work request 2")
                .withMessageContaining("it has completed before");
    }

    @Test
    void completionWithoutAWorkRequestIsNamed() {
        stub.completions.addAll(List.of(1L, 77L));
        post(true, 1);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> accounting.settle(SHORT))
                .withMessageContaining("work request 77")
                .withMessageContaining("no such work request was posted");
    }

    @Test
    void unsignaledWorkRequestNeedsNoCompletionAndMayNotHaveOne() {
        post(false, 1, 2);
        assertThatCode(() -> accounting.settle(SHORT)).doesNotThrowAnyException();

        stub.completions.add(1L);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> accounting.settle(SHORT))
                .withMessageContaining("work request 1");
    }

    /** The unsignaled send may have succeeded before the signaled one was flushed. */
    @Test
    void failedCompletionBelongsToTheSignaledOfTwoEqualNumbers() {
        WorkQueueBook queue = new WorkQueueBook("queue");
        queue.accept(List.of(new WorkQueueBook.Work(8, false), new WorkQueueBook.Work(8, true)));

        assertThat(queue.complete(8, false)).isTrue();
        assertThat(queue.missing()).isEmpty();
        assertThat(queue.complete(8, false))
                .as("the unsignaled one failed as well")
                .isTrue();
        assertThat(queue.complete(8, false)).isFalse();
    }

    @Test
    void failedCompletionBelongsToASendOrAReceive() {
        WorkQueueBook sends = queue("send queue", 8);
        WorkQueueBook receives = queue("receive queue", 8);
        AmbiguousCompletions ambiguous = new AmbiguousCompletions();

        assertThat(ambiguous.assign(8, List.of(receives, sends))).isTrue();
        assertThat(receives.complete(8, true)).isFalse();
        assertThat(ambiguous.move(8, receives))
                .as("it was the send that failed")
                .isTrue();
        assertThat(sends.missing()).isEmpty();
        assertThat(receives.missing()).isEmpty();
        assertThat(ambiguous.move(8, receives)).as("a further completion").isFalse();
        assertThat(ambiguous.assign(8, List.of(receives, sends))).isFalse();
    }

    /** A work queue may have the number of a queue pair that was destroyed. */
    @Test
    void completionBelongsToAnExistingQueueRatherThanADestroyedOne() {
        WorkQueueBook destroyed = queue("receive queue of a queue pair", 0);
        WorkQueueBook existing = queue("work queue", 0);
        destroyed.discard();
        List<WorkQueueBook> candidates = List.of(destroyed, existing);

        assertThat(WorkQueueBook.complete(candidates, 0, true)).contains(existing);
        assertThat(existing.missing()).isEmpty();
        assertThat(WorkQueueBook.complete(candidates, 0, true))
                .as("it was written before the destroy")
                .contains(destroyed);
        assertThat(WorkQueueBook.complete(candidates, 0, true)).isEmpty();
    }

    @Test
    void failedCompletionMovesFromADestroyedQueue() {
        WorkQueueBook destroyed = queue("receive queue of a queue pair", 0);
        WorkQueueBook remaining = queue("work queue", 0, 0);
        AmbiguousCompletions ambiguous = new AmbiguousCompletions();

        assertThat(ambiguous.assign(0, List.of(destroyed, remaining))).isTrue();
        ambiguous.moveFromReleased(remaining);
        assertThat(remaining.missing()).as("both queues exist").containsExactly(0L, 0L);

        destroyed.discard();
        ambiguous.moveFromReleased(remaining);
        assertThat(remaining.missing()).as("the other completion is lost").containsExactly(0L);
    }

    @Test
    void workRequestsAfterBadWrNeedNoCompletion() {
        stub.badWr = 1;
        stub.completions.add(1L);
        assertThatThrownBy(() -> post(true, 1, 2, 3)).isInstanceOf(PostException.class);

        assertThatCode(() -> accounting.settle(SHORT)).doesNotThrowAnyException();
        assertThat(accounting.accepted()).isEqualTo(1);
    }

    @Test
    void completionOfARefusedWorkRequestIsNamed() {
        stub.badWr = 1;
        stub.completions.addAll(List.of(1L, 2L));
        assertThatThrownBy(() -> post(true, 1, 2, 3)).isInstanceOf(PostException.class);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> accounting.settle(SHORT))
                .withMessageContaining("work request 2");
    }
}
