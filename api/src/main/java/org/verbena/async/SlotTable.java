// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * A table of the operations in flight. The {@code wr_id} of an operation contains its slot. A slot stays occupied until
 * its completion arrives, or until it is certain that none will arrive. The upper half of a {@code wr_id} differs each
 * time a slot is used, so a foreign completion matches no operation. No method allocates.
 */
final class SlotTable {
    /** A {@code wr_id} that no operation has. */
    static final long NONE = -1;

    private final @Nullable Operation<?>[] operations;
    private final int[] uses;
    private final int[] free;
    private final Diagnosis full;
    private int freeCount;

    SlotTable(int capacity) {
        operations = new Operation<?>[capacity];
        uses = new int[capacity];
        free = new int[capacity];
        for (int slot = 0; slot < capacity; slot++) {
            free[slot] = capacity - 1 - slot;
        }
        freeCount = capacity;
        full = SlotCounter.limit(
                "cqe", capacity + " operations of all queue pairs of the engine in flight", SlotCounter.AWAIT_FUTURE);
    }

    /** Returns the reason why no operation can be stored. */
    Diagnosis full() {
        return full;
    }

    /**
     * Returns the number of slots for a completion queue: the number of entries that the driver granted, and at most
     * {@code requested}.
     */
    static int entries(CompletionQueue cq, int requested) {
        int granted = cq.grantedCqe();
        if (granted < 1) {
            throw new VerbsException(
                    "ibv_create_cq",
                    Errno.EINVAL,
                    cq.toString(),
                    Diagnosis.of(new Violation(
                            "cqe",
                            Integer.toString(granted),
                            "1..",
                            "the driver grants at least as many entries as were requested",
                            "ibv_create_cq(3)")));
        }
        return Math.min(granted, requested);
    }

    /**
     * Stores an operation.
     *
     * @return its {@code wr_id}; {@link #NONE} if the table is full
     */
    synchronized long put(Operation<?> operation) {
        if (freeCount == 0) {
            return NONE;
        }
        freeCount--;
        int slot = free[freeCount];
        operations[slot] = operation;
        uses[slot] = uses[slot] + 1 & Integer.MAX_VALUE;
        return (long) uses[slot] << Integer.SIZE | slot;
    }

    /** Takes out an operation; null if no operation has this {@code wr_id}. */
    synchronized @Nullable Operation<?> take(long wrId) {
        int slot = (int) wrId;
        if (slot < 0 || slot >= operations.length || wrId >>> Integer.SIZE != uses[slot]) {
            return null;
        }
        Operation<?> operation = operations[slot];
        if (operation != null) {
            vacate(slot);
        }
        return operation;
    }

    private void vacate(int slot) {
        operations[slot] = null;
        free[freeCount] = slot;
        freeCount++;
    }

    /**
     * Takes out an operation of a queue pair; null if there is none. Its slot is not reused, since a completion may
     * still arrive.
     */
    synchronized @Nullable Operation<?> takeAny(InFlightRequests owner) {
        for (int slot = 0; slot < operations.length; slot++) {
            Operation<?> operation = operations[slot];
            if (operation != null && operation.owner().equals(owner)) {
                operations[slot] = null;
                return operation;
            }
        }
        return null;
    }

    /** Takes out a doubtful operation of a queue with a ticket below a limit; null if there is none. */
    synchronized @Nullable Operation<?> takeDoubtful(SlotCounter slotCounter, long limit) {
        for (int slot = 0; slot < operations.length; slot++) {
            Operation<?> operation = operations[slot];
            if (operation != null && isDoubtful(operation, slotCounter) && operation.ticket() < limit) {
                vacate(slot);
                return operation;
            }
        }
        return null;
    }

    /** Returns whether a queue has doubtful operations. */
    synchronized boolean hasDoubtful(SlotCounter slotCounter) {
        for (Operation<?> operation : operations) {
            if (operation != null && isDoubtful(operation, slotCounter)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDoubtful(Operation<?> operation, SlotCounter slotCounter) {
        return operation.isDoubtful() && operation.slotCounter().equals(slotCounter);
    }
}
