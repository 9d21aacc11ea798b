// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Gates that a call of the control path must enter together. It enters them in the order of their creation, so that two
 * threads cannot deadlock.
 */
final class Gates {
    private static final Comparator<Gate> BY_ORDER = Comparator.comparingLong(Gate::order);

    private final Gate[] inOrder;

    private Gates(Gate[] inOrder) {
        this.inOrder = inOrder;
    }

    /** Creates a group of gates, which may contain duplicates. */
    static Gates of(Gate... gates) {
        Gate[] inOrder = gates.clone();
        Arrays.sort(inOrder, BY_ORDER);
        return new Gates(inOrder);
    }

    /**
     * Enters all gates that are not closed. A queue pair may outlive its completion queue if it never uses it (an XRC
     * target, RSS), because the kernel then counts no reference.
     */
    void enter(String verb) {
        int entered = 0;
        try {
            for (; entered < inOrder.length; entered++) {
                if (!isRepeated(entered)) {
                    inOrder[entered].enterToDestroy(verb);
                }
            }
        } catch (RuntimeException | Error e) {
            leave(entered);
            throw e;
        }
    }

    /** Leaves all gates that have not been closed. Only the thread inside can close them. */
    void leave() {
        leave(inOrder.length);
    }

    private void leave(int count) {
        for (int i = 0; i < count; i++) {
            if (!isRepeated(i)) {
                inOrder[i].exitControlUnlessClosed();
            }
        }
    }

    private boolean isRepeated(int index) {
        return index > 0 && inOrder[index] == inOrder[index - 1];
    }

    /** Runs an action with exclusive access to the queues. The action destroys nothing. */
    void runAlone(String verb, Runnable action) {
        enter(verb);
        try {
            action.run();
        } finally {
            leave();
        }
    }
}
