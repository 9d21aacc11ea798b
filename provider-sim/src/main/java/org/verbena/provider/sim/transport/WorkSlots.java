// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/**
 * A queue that counts its slots as the driver's library does. Some libraries free a slot when the work is done. Others
 * free it when the application has polled its completion or a later one, so unsignaled work keeps its slots until then.
 */
abstract class WorkSlots {
    private int size;
    private final boolean freedByPoll;
    private final boolean cumulative;
    private int posted;
    private int free;

    /**
     * Creates a queue whose slots are all free. A completion is cumulative for sends, because not every send completes.
     * It is not for receives, because every receive completes, and those of a shared queue in any order.
     *
     * @param size the number of slots
     * @param freedByPoll whether the poll of a completion frees a slot
     * @param cumulative whether a completion also frees the slots before its own
     */
    WorkSlots(long size, boolean freedByPoll, boolean cumulative) {
        this.size = (int) Math.min(size, Integer.MAX_VALUE);
        this.freedByPoll = freedByPoll;
        this.cumulative = cumulative;
    }

    final boolean isFull() {
        return isFull(0);
    }

    /** Returns whether no slot is free after this number of further requests. */
    final boolean isFull(int more) {
        return posted + more - free >= size;
    }

    /** Takes a slot and returns its number. */
    final int take() {
        return posted++;
    }

    /** Handles the end of the work in a slot. */
    final void done(int slot) {
        if (!freedByPoll) {
            release(slot);
        }
    }

    /** Handles the poll of the completion of a slot. */
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

    /** Frees all slots. */
    final void freeAll() {
        free = posted;
    }
}
