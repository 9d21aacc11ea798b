package org.verbena.provider.sim.transport;

/**
 * The slots of a queue as the library that posts counts them. Some free a slot when the work is done, others only when
 * the application has polled its completion or a later one: then unsignalled work keeps its slots for so long.
 */
final class WorkSlots {
    private int size;
    private final boolean freedByPoll;
    private final boolean cumulative;
    private int posted;
    private int free;

    private WorkSlots(long size, boolean freedByPoll, boolean cumulative) {
        this.size = (int) Math.min(size, Integer.MAX_VALUE);
        this.freedByPoll = freedByPoll;
        this.cumulative = cumulative;
    }

    /** Slots of sends: not every one completes, so that a completion stands for those before it too. */
    static WorkSlots ofSends(long size, boolean freedByPoll) {
        return new WorkSlots(size, freedByPoll, true);
    }

    /** Slots of receives: every one completes, but those of a shared queue in any order. */
    static WorkSlots ofReceives(long size, boolean freedByPoll) {
        return new WorkSlots(size, freedByPoll, false);
    }

    boolean isFull() {
        return isFull(0);
    }

    /** Whether there is no room after so many more. */
    boolean isFull(int more) {
        return posted + more - free >= size;
    }

    /** Takes a slot; answers its number. */
    int take() {
        return posted++;
    }

    /** The work of a slot is done. */
    void done(int slot) {
        if (!freedByPoll) {
            release(slot);
        }
    }

    /** The completion of a slot was polled. */
    void polled(int slot) {
        if (freedByPoll) {
            release(slot);
        }
    }

    private void release(int slot) {
        if (!cumulative) {
            free++;
        } else if (slot + 1 - free > 0) {
            free = slot + 1;
        }
    }

    void resize(long value) {
        size = (int) Math.min(value, Integer.MAX_VALUE);
    }

    void reset() {
        free = posted;
    }
}
