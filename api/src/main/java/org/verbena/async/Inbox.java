package org.verbena.async;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;

/**
 * The completions of a queue, polled many at a time and handed out one by one: what depends on the first may wait for
 * the others, in this thread or another one.
 */
final class Inbox {
    private static final int POLL_AT_ONCE = 64;

    private final CompletionQueue cq;
    private final CompletionArray polled;
    private final Queue<Completion> waiting = new ArrayDeque<>(POLL_AT_ONCE);
    private final ReentrantLock lock = new ReentrantLock();

    Inbox(CompletionQueue cq) {
        this.cq = cq;
        this.polled = cq.context().newCompletionArray(POLL_AT_ONCE);
    }

    /** Polls the queue, unless another thread is here. */
    void poll() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            int count = cq.poll(polled);
            for (int i = 0; i < count; i++) {
                waiting.add(polled.get(i));
            }
            polled.release(); // the next one to poll may be another thread
        } finally {
            lock.unlock();
        }
    }

    /** Takes the next one that was polled; null if there is none. */
    @Nullable
    Completion next() {
        lock.lock();
        try {
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }
}
