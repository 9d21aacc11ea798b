// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.util.ArrayList;
import java.util.List;

/**
 * The failed completions that more than one queue expected. A failed completion has no valid opcode (ibv_poll_cq(3)), so
 * it may belong to a send or to a receive of the same number. It is assigned to one queue and can move to the other one
 * later. Thread-safe.
 */
final class AmbiguousCompletions {
    private record Assignment(long wrId, WorkQueueBook queue, List<WorkQueueBook> others) {}

    private final List<Assignment> assignments = new ArrayList<>();

    /** Assigns a failed completion to the first queue that expects it. Returns whether there is one. */
    synchronized boolean assign(long wrId, List<WorkQueueBook> candidates) {
        for (WorkQueueBook queue : candidates) {
            if (queue.complete(wrId, false)) {
                List<WorkQueueBook> others = candidates.stream()
                        .filter(other -> !other.equals(queue) && other.expects(wrId))
                        .toList();
                if (!others.isEmpty()) {
                    assignments.add(new Assignment(wrId, queue, others));
                }
                return true;
            }
        }
        return false;
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
}
