package org.verbena.provider.sim.transport;

/**
 * A queue with its slots as the library that posts counts them. Some free a slot when the work is done, others only when
 * the application has polled its completion or a later one: then unsignalled work keeps its slots for so long.
 */
abstract class WorkSlots {
    private int size;
    private final boolean freedByPoll;
    private final boolean cumulative;
    private int posted;
    private int free;

    /**
     * Free slots.
     *
     * @param size their number
     * @param freedByPoll whether the poll of a completion frees a slot
     * @param cumulative whether a completion stands for those before it too: not every send completes, but every
     *     receive does, those of a shared queue in any order
     */
    WorkSlots(long size, boolean freedByPoll, boolean cumulative) {
        this.size = (int) Math.min(size, Integer.MAX_VALUE);
        this.freedByPoll = freedByPoll;
        this.cumulative = cumulative;
    }

    final boolean isFull() {
        return isFull(0);
    }

    /** Whether there is no room after so many more. */
    final boolean isFull(int more) {
        return posted + more - free >= size;
    }

    /** Takes a slot; answers its number. */
    final int take() {
        return posted++;
    }

    /** The work of a slot is done. */
    final void done(int slot) {
        if (!freedByPoll) {
            release(slot);
        }
    }

    /** The completion of a slot was polled. */
    final void polled(int slot) {
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

    final void resize(long value) {
        size = (int) Math.min(value, Integer.MAX_VALUE);
    }

    /** All slots are free. */
    final void freeAll() {
        free = posted;
    }
}
