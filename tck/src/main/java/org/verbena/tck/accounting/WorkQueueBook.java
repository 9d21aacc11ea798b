// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The work requests of one send queue, receive queue or shared receive queue. Thread-safe.
 *
 * <p>A work request is registered before it is posted, because another thread may poll its completion before the post
 * returns. It is withdrawn when the post fails.
 */
final class WorkQueueBook {
    /**
     * A work request.
     *
     * @param wrId {@code wr_id}
     * @param signaled whether it completes when it succeeds; always true for receives
     */
    record Work(long wrId, boolean signaled) {}

    private final String name;
    private final List<Work> outstanding = new ArrayList<>();

    /** Discarded or silent work requests, by {@code wr_id}. A completion may exist, but none is required. */
    private final Map<Long, Integer> optional = new HashMap<>();

    private final Set<Long> completed = new HashSet<>();
    private boolean excused;
    private int releases;

    WorkQueueBook(String name) {
        this.name = name;
    }

    synchronized void accept(List<Work> works) {
        outstanding.addAll(works);
    }

    /** Removes work requests that the queue did not accept. Returns those that have completed nevertheless. */
    synchronized List<Work> withdraw(List<Work> works) {
        List<Work> invented = new ArrayList<>();
        for (Work work : works) {
            if (!outstanding.remove(work) && !takeOptional(work.wrId())) {
                invented.add(work);
            }
        }
        return invented;
    }

    /** Matches a completion. Returns whether it belongs to a work request of this queue. */
    boolean complete(long wrId, boolean success) {
        return complete(List.of(this), wrId, success).isPresent();
    }

    /**
     * Matches a completion with a queue that requires it, otherwise with one that only allows it. Returns the queue.
     *
     * <p>An unsignaled work request completes only when it fails. It is matched later, because it may have succeeded
     * before a signaled one with the same number failed. A discarded work request comes after both, because most
     * drivers remove the completions of a queue pair that is reset or destroyed.
     */
    static Optional<WorkQueueBook> complete(List<WorkQueueBook> queues, long wrId, boolean success) {
        return first(queues, queue -> queue.match(wrId, true))
                .or(() -> first(queues, queue -> !success && queue.match(wrId, false)))
                .or(() -> first(queues, queue -> queue.takeOptional(wrId)));
    }

    private static Optional<WorkQueueBook> first(List<WorkQueueBook> queues, Predicate<WorkQueueBook> matches) {
        return queues.stream().filter(matches).findFirst();
    }

    /** Returns whether a completion of this number may still belong to a work request of this queue. */
    synchronized boolean expects(long wrId) {
        return optional.containsKey(wrId) || outstanding.stream().anyMatch(work -> work.wrId() == wrId);
    }

    private synchronized boolean match(long wrId, boolean signaled) {
        int i = outstanding.indexOf(new Work(wrId, signaled));
        if (i < 0) {
            return false;
        }
        outstanding.remove(i);
        silence(i);
        completed.add(wrId);
        return true;
    }

    /** Accounts for the unsignaled work requests before a completion: ibv_post_send(3). */
    private void silence(int end) {
        for (int i = end - 1; i >= 0; i--) {
            Work work = outstanding.get(i);
            if (!work.signaled()) {
                outstanding.remove(i);
                optional.merge(work.wrId(), 1, Integer::sum);
            }
        }
    }

    private synchronized boolean takeOptional(long wrId) {
        Integer count = optional.get(wrId);
        if (count == null) {
            return false;
        }
        if (count == 1) {
            optional.remove(wrId);
        } else {
            optional.put(wrId, count - 1);
        }
        return true;
    }

    /** Discards all work requests after a reset or destroy. A completion may have been written before. */
    synchronized void discard() {
        tolerate(outstanding);
        outstanding.clear();
        releases++;
    }

    /** Allows completions of work requests, but requires none. */
    synchronized void tolerate(List<Work> works) {
        works.forEach(work -> optional.merge(work.wrId(), 1, Integer::sum));
    }

    synchronized boolean hasCompleted(long wrId) {
        return completed.contains(wrId);
    }

    /** Returns the work requests that still have to complete. */
    synchronized List<Long> missing() {
        return excused
                ? List.of()
                : outstanding.stream().filter(Work::signaled).map(Work::wrId).toList();
    }

    synchronized int size() {
        return outstanding.size();
    }

    /** Requires no further completion, because the completion queue may have lost some. */
    synchronized void excuse() {
        excused = true;
        releases++;
    }

    /** Returns how often the queue was relieved of completions by {@link #discard} or {@link #excuse}. */
    synchronized int releases() {
        return releases;
    }

    @Override
    public String toString() {
        return name;
    }
}
