package org.verbena.provider.sim.transport;

/**
 * Send work requests in the order of posting. Those before {@link #next} have been taken up by the requester; the oldest
 * of them are not answered. Grows with need, up to what was granted.
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

    /** The request after the last one, to be filled in and {@linkplain #push pushed}; not if the ring is full. */
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

    /** Adds a request that was made elsewhere; answers one to make the next. */
    SendWqe exchange(SendWqe filled) {
        SendWqe free = claim();
        ring[head + count & ring.length - 1] = filled;
        push();
        return free;
    }

    /** A request by its distance from the oldest. */
    SendWqe at(int index) {
        return ring[head + index & ring.length - 1];
    }

    SendWqe oldest() {
        return at(0);
    }

    /** Takes the oldest one away; its object stays as it is until the next claim. */
    SendWqe remove() {
        SendWqe wqe = at(0);
        count--;
        // An empty ring begins again where it is in the cache already.
        head = count == 0 ? 0 : head + 1 & ring.length - 1;
        next = Math.max(0, next - 1);
        done(wqe.slot);
        return wqe;
    }

    /** How many the requester has taken up. */
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
