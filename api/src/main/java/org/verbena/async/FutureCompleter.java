// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of finished operations. If memory or stack is insufficient, keeps the operation for another
 * attempt. Allocates nothing itself.
 */
final class FutureCompleter {
    private volatile @Nullable Operation<?> incomplete;

    /** Completes the future of an operation, either now or in {@link #again}. */
    void complete(Operation<?> operation) {
        try {
            operation.completeFuture();
        } catch (Throwable e) {
            keep(operation);
        }
    }

    private synchronized void keep(Operation<?> operation) {
        operation.next = incomplete;
        incomplete = operation;
    }

    /** Tries again to complete the remaining futures. Returns whether none remains. */
    boolean again() {
        if (incomplete != null) {
            Operation<?> operation = takeAll();
            while (operation != null) {
                Operation<?> next = operation.next;
                complete(operation);
                operation = next;
            }
        }
        return incomplete == null;
    }

    private synchronized @Nullable Operation<?> takeAll() {
        Operation<?> all = incomplete;
        incomplete = null;
        return all;
    }
}
