package org.verbena.async;

import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of finished operations. If memory or stack is insufficient, keeps the operation for another
 * attempt. Allocates nothing itself.
 */
final class FutureCompleter {
    private volatile @Nullable Operation<?> unsettled;

    /** Completes the future of an operation, either now or in {@link #again}. */
    void settle(Operation<?> operation) {
        try {
            operation.settle();
        } catch (Throwable e) {
            keep(operation);
        }
    }

    private synchronized void keep(Operation<?> operation) {
        operation.next = unsettled;
        unsettled = operation;
    }

    /** Tries again to complete the remaining futures. Returns whether none remains. */
    boolean again() {
        if (unsettled != null) {
            Operation<?> operation = takeAll();
            while (operation != null) {
                Operation<?> next = operation.next;
                settle(operation);
                operation = next;
            }
        }
        return unsettled == null;
    }

    private synchronized @Nullable Operation<?> takeAll() {
        Operation<?> all = unsettled;
        unsettled = null;
        return all;
    }
}
