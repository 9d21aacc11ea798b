package org.verbena.spi.handle;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Gates that a call of the control path has to enter together. It does so in the order of their making, so that two
 * threads cannot block each other.
 */
final class Gates {
    private static final Comparator<Gate> BY_ORDER = Comparator.comparingLong(Gate::order);

    private final Gate[] inOrder;

    private Gates(Gate[] inOrder) {
        this.inOrder = inOrder;
    }

    /** Some of them may be the same. */
    static Gates of(Gate... gates) {
        Gate[] inOrder = gates.clone();
        Arrays.sort(inOrder, BY_ORDER);
        return new Gates(inOrder);
    }

    /**
     * Enters all that are not closed. A queue pair may outlive its completion queue if it never uses it (an XRC target,
     * RSS): the kernel counts no use then.
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

    /** Leaves those that are not closed by now, which only who is inside can do. */
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

    /** Runs what nobody else may be at work for, but destroys nothing. */
    void runAlone(String verb, Runnable action) {
        enter(verb);
        try {
            action.run();
        } finally {
            leave();
        }
    }
}
