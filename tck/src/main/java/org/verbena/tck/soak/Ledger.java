// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.soak;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.verbena.Completion;

/** Tracks every accepted work request: each completes once, or is discarded with its queue pair. */
final class Ledger {
    /** A work request. {@code owner} is the object whose reset or destruction discards it. */
    private record Work(Object owner, String what, Consumer<Completion> end) {}

    private final Map<Long, Work> open = new HashMap<>();

    /** Discarded work requests. A completion may have been written before. */
    private final Map<Long, Work> discarded = new HashMap<>();

    private long next = 1;
    private long completed;

    /** Registers a work request before its post and returns its {@code wr_id}. */
    long accept(Object owner, String what, Consumer<Completion> end) {
        open.put(next, new Work(owner, what, end));
        return next++;
    }

    void complete(Completion completion) {
        Work work = open.remove(completion.wrId());
        if (work != null) {
            completed++;
            work.end().accept(completion);
        } else if (discarded.remove(completion.wrId()) == null) {
            throw new AssertionError(
                    (completion.wrId() < next ? "Completed a second time: " : "Never posted: ") + completion);
        }
    }

    /** Discards the work requests of a queue pair that was reset or destroyed. */
    void discard(Object owner) {
        open.entrySet().removeIf(entry -> {
            boolean gone = entry.getValue().owner().equals(owner);
            if (gone) {
                discarded.put(entry.getKey(), entry.getValue());
            }
            return gone;
        });
    }

    boolean isOpen(Object owner) {
        return open.values().stream().anyMatch(ownedBy(owner));
    }

    private static Predicate<Work> ownedBy(Object owner) {
        return work -> work.owner().equals(owner);
    }

    /** Returns the number of completed work requests, successful or flushed. */
    long completed() {
        return completed;
    }

    void assertNothingLeft(Object owner) {
        open.entrySet().stream()
                .filter(entry -> entry.getValue().owner().equals(owner))
                .findFirst()
                .ifPresent(entry -> {
                    throw new AssertionError("Never completed: work request %d, %s of %s"
                            .formatted(entry.getKey(), entry.getValue().what(), owner));
                });
    }

    void assertNothingLeft() {
        open.forEach((id, work) -> {
            throw new AssertionError(
                    "Never completed: work request %d, %s of %s".formatted(id, work.what(), work.owner()));
        });
    }
}
