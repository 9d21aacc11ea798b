// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The failed completions that more than one queue expected. A failed completion has no valid opcode (ibv_poll_cq(3)), so
 * it may belong to a send or to a receive of the same number. It is assigned to one queue and can move to another one
 * later. Thread-safe.
 */
final class AmbiguousCompletions {
    /**
     * A completion and the queue to which it is assigned.
     *
     * @param wrId {@code wr_id}
     * @param queue the queue
     * @param releases the number of releases of the queue before the assignment
     * @param others the other queues that expected the completion
     */
    private record Assignment(long wrId, WorkQueueBook queue, int releases, List<WorkQueueBook> others) {
        boolean isReleased() {
            return queue.releases() != releases;
        }
    }

    private final List<Assignment> assignments = new ArrayList<>();

    /** Assigns a failed completion to the first queue that expects it. Returns whether there is one. */
    synchronized boolean assign(long wrId, List<WorkQueueBook> candidates) {
        Optional<WorkQueueBook> first = WorkQueueBook.complete(candidates, wrId, false);
        first.ifPresent(queue -> {
            List<WorkQueueBook> others = candidates.stream()
                    .filter(other -> !other.equals(queue) && other.expects(wrId))
                    .toList();
            if (!others.isEmpty()) {
                assignments.add(new Assignment(wrId, queue, queue.releases(), others));
            }
        });
        return first.isPresent();
    }

    /** Moves a completion from a queue to another one that expects it. Returns whether both exist. */
    synchronized boolean move(long wrId, WorkQueueBook from) {
        for (Assignment assignment : assignments) {
            if (assignment.wrId() == wrId
                    && assignment.queue().equals(from)
                    && assignment.others().stream().anyMatch(other -> other.complete(wrId, false))) {
                assignments.remove(assignment);
                return true;
            }
        }
        return false;
    }

    /**
     * Moves completions to a queue that still expects them. They come from queues that were reset or destroyed since the
     * assignment. Such a queue no longer needs a completion, and its own one may never arrive.
     */
    synchronized void moveFromReleased(WorkQueueBook to) {
        assignments.removeIf(assignment -> assignment.isReleased()
                && assignment.others().contains(to)
                && to.missing().contains(assignment.wrId())
                && to.complete(assignment.wrId(), false));
    }
}
