package org.verbena.provider.sim.transport;

/**
 * Send work requests in the order of posting. Those before {@link #next} have been taken up by the requester; the oldest
 * of them are not answered. Grows with need, up to what was granted.
 */
final class SendRing {
    private final WorkSlots slots;
    private SendWqe[] ring = {new SendWqe(), new SendWqe()};
    private int head;
    private int count;
    private int next;

    SendRing(WorkSlots slots) {
        this.slots = slots;
    }

    WorkSlots slots() {
        return slots;
    }

    boolean isFull() {
        return slots.isFull();
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
        at(count).slot = slots.take();
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
        head = head + 1 & ring.length - 1;
        count--;
        next = Math.max(0, next - 1);
        slots.done(wqe.slot);
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
        slots.reset();
    }

    private void grow() {
        int size = ring.length;
        SendWqe[] larger = new SendWqe[2 * size];
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
