package org.verbena.tck.soak;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.verbena.Completion;

/** Knows every work request that was accepted: each completes once, or is gone with its queue pair. */
final class Ledger {
    /** A work request; {@code owner} is what it goes with. */
    private record Work(Object owner, String what, Consumer<Completion> end) {}

    private final Map<Long, Work> open = new HashMap<>();

    /** A completion of these may have been written before they were discarded. */
    private final Map<Long, Work> discarded = new HashMap<>();

    private long next = 1;
    private long completed;

    /** The {@code wr_id} of a work request that is about to be posted. */
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

    /** The queue pair was reset or destroyed, and its work requests with it. */
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

    /** How many have completed, with success or flushed. */
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
