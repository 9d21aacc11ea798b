package org.verbena.async;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations under way, each in a slot that its {@code wr_id} leads to. A slot is free again only when its
 * completion has come. The upper half of a {@code wr_id} differs at each use of a slot, so that a completion that does
 * not belong here leads nowhere.
 */
final class SlotTable {
    private final @Nullable Operation<?>[] operations;
    private final int[] uses;
    private final int[] free;
    private int freeCount;

    SlotTable(int capacity) {
        operations = new Operation<?>[capacity];
        uses = new int[capacity];
        free = new int[capacity];
        for (int slot = 0; slot < capacity; slot++) {
            free[slot] = capacity - 1 - slot;
        }
        freeCount = capacity;
    }

    /**
     * Keeps an operation.
     *
     * @return its {@code wr_id}; -1, which is none, if there is no room
     */
    synchronized long put(Operation<?> operation) {
        if (freeCount == 0) {
            return -1;
        }
        freeCount--;
        int slot = free[freeCount];
        operations[slot] = operation;
        uses[slot] = uses[slot] + 1 & Integer.MAX_VALUE;
        return (long) uses[slot] << Integer.SIZE | slot;
    }

    /** Takes an operation out; null if this is the {@code wr_id} of none. */
    synchronized @Nullable Operation<?> take(long wrId) {
        int slot = (int) wrId;
        if (slot < 0 || slot >= operations.length || wrId >>> Integer.SIZE != uses[slot]) {
            return null;
        }
        Operation<?> operation = operations[slot];
        if (operation != null) {
            operations[slot] = null;
            free[freeCount] = slot;
            freeCount++;
        }
        return operation;
    }

    /** Takes out all operations of a queue pair; their slots are not used again, since a completion may still come. */
    synchronized List<Operation<?>> takeAll(UnderWay owner) {
        List<Operation<?>> taken = new ArrayList<>();
        for (int slot = 0; slot < operations.length; slot++) {
            Operation<?> operation = operations[slot];
            if (operation != null && operation.owner().equals(owner)) {
                operations[slot] = null;
                taken.add(operation);
            }
        }
        return taken;
    }
}
