// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/**
 * Send work requests in the order of posting. The requester has started those before {@link #next}. Its memory grows on
 * demand, up to the granted size.
 */
final class SendRing extends WorkSlots {
    private static final SendWqe[] NONE = {};

    private SendWqe[] ring = NONE;
    private int head;
    private int count;
    private int next;

    SendRing(long size, boolean freedByPoll) {
        super(size, freedByPoll, true);
    }

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        return count;
    }

    /**
     * Returns the entry after the last request. The caller fills it and {@linkplain #push pushes} it. The ring must not
     * be full.
     */
    SendWqe claim() {
        if (count == ring.length) {
            grow();
        }
        SendWqe wqe = at(count);
        wqe.clear();
        return wqe;
    }

    void push() {
        at(count).slot = take();
        count++;
    }

    /** Adds a request that was filled outside the ring. Returns an unused object for the next one. */
    SendWqe exchange(SendWqe filled) {
        SendWqe free = claim();
        ring[head + count & ring.length - 1] = filled;
        push();
        return free;
    }

    /** Returns a request by its distance from the oldest. */
    SendWqe at(int index) {
        return ring[head + index & ring.length - 1];
    }

    /** Returns the distance of a request from the oldest one, -1 if it is not in the ring. */
    int indexOf(SendWqe wqe) {
        for (int i = 0; i < count; i++) {
            if (at(i) == wqe) {
                return i;
            }
        }
        return -1;
    }

    SendWqe oldest() {
        return at(0);
    }

    /** Removes the oldest request. The object keeps its content until the next claim. */
    SendWqe remove() {
        SendWqe wqe = at(0);
        count--;
        // An empty ring restarts at the first entry, which is in the processor's cache.
        head = count == 0 ? 0 : head + 1 & ring.length - 1;
        next = Math.max(0, next - 1);
        done(wqe.slot);
        return wqe;
    }

    /** Returns the number of requests that the requester has started. */
    int next() {
        return next;
    }

    void next(int value) {
        next = value;
    }

    void clear() {
        head = 0;
        count = 0;
        next = 0;
        freeAll();
    }

    private void grow() {
        int size = ring.length;
        SendWqe[] larger = new SendWqe[size == 0 ? 1 : 2 * size];
        for (int i = 0; i < size; i++) {
            larger[i] = at(i);
        }
        for (int i = size; i < larger.length; i++) {
            larger[i] = new SendWqe();
        }
        ring = larger;
        head = 0;
    }
}
