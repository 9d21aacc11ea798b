// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.attr.SrqType;
import org.verbena.tck.accounting.WorkQueueBook.Work;

/** Tests that completions are matched to queues whose handles the garbage collector has removed. */
class BooksTest {
    private final CompletionQueue cq = StubContext.fake(CompletionQueue.class, (proxy, method, arguments) -> null);
    private final Books books = new Books();

    /** Posts a receive to a new queue, and returns when the handle of the queue has been collected. */
    private void postAndForget(Class<? extends VerbsObject> type, Object... arguments) throws InterruptedException {
        WeakReference<VerbsObject> handle = post(type, arguments);
        while (handle.get() != null) {
            System.gc();
            Thread.sleep(1);
        }
    }

    private WeakReference<VerbsObject> post(Class<? extends VerbsObject> type, Object... arguments) {
        VerbsObject queue = StubContext.fake(type, (proxy, method, given) -> cq);
        books.created(queue, arguments);
        books.ofReceives(queue).accept(List.of(new Work(1, true)));
        return new WeakReference<>(queue);
    }

    private boolean completes(long wrId) {
        return books.candidates(books.of(cq), OptionalLong.of(70_738), true, true).stream()
                .anyMatch(queue -> queue.complete(wrId, false));
    }

    @Test
    void completionOfACollectedWorkQueueIsMatched() throws InterruptedException {
        postAndForget(WorkQueue.class);

        assertThat(completes(1)).isTrue();
        assertThat(completes(1)).isFalse();
    }

    @Test
    void completionOfACollectedXrcSharedReceiveQueueIsMatched() throws InterruptedException {
        postAndForget(
                SharedReceiveQueue.class,
                SrqInitAttr.builder().srqType(SrqType.XRC).cq(cq).build());

        assertThat(completes(1)).isTrue();
        assertThat(completes(1)).isFalse();
    }
}
