// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.Arrays;

/** The timers that are set, in a heap. The earliest timer comes first, of equal ones the one that was set first. */
final class Timers {
    /**
     * The maximum number of overdue timers that run at their own time. An endless retry with a wait of 10 µs would set
     * a million of them in ten seconds without a call. Beyond the maximum, it loses time instead.
     */
    private static final int MOST_AT_ONCE = 10_000;

    /** The maximum number of timers that run before packets from a network are received again. */
    private static final int MOST_IN_A_TURN = 64;

    private final Clock clock;
    private final Runnable headChanged;
    private Timer[] heap = new Timer[8];
    private int size;
    private long sequence;
    private boolean catchingUp;

    /**
     * Creates an empty heap.
     *
     * @param clock the clock
     * @param headChanged called when a timer is set that is due before all others, because waiting threads must wake
     *     earlier
     */
    Timers(Clock clock, Runnable headChanged) {
        this.clock = clock;
        this.headChanged = headChanged;
    }

    /** Sets a timer, or sets it to another time. */
    void set(Timer timer, long nanos) {
        cancel(timer);
        timer.deadline = clock.nanoTime() + nanos;
        timer.sequence = sequence++;
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        timer.index = size;
        heap[size++] = timer;
        up(timer.index);
        if (timer.index == 0) {
            headChanged.run();
        }
    }

    void cancel(Timer timer) {
        int at = timer.index;
        if (at == Timer.IDLE) {
            return;
        }
        timer.index = Timer.IDLE;
        Timer last = heap[--size];
        if (at != size) {
            place(last, at);
            up(at);
            down(last.index);
        }
    }

    /**
     * Runs the timers that are due. With the machine's clock, timers run at the time that they were set for, and so do
     * the timers that they set.
     *
     * @param onNetwork whether packets arrive from a network; timers then run at the present time, because a retry that
     *     is late must not cause several packets at once
     */
    void runDue(boolean onNetwork) {
        if (size == 0 || catchingUp) {
            return;
        }
        long now = clock.nanoTime();
        if (heap[0].deadline - now > 0) {
            return;
        }
        if (onNetwork) {
            runUntil(now, MOST_IN_A_TURN);
        } else if (clock.isReal()) {
            catchUp(now);
        } else {
            runUntil(now, Integer.MAX_VALUE);
        }
    }

    private void catchUp(long now) {
        catchingUp = true;
        try {
            for (int i = 0; i < MOST_AT_ONCE && size != 0 && heap[0].deadline - now <= 0; i++) {
                Timer timer = heap[0];
                cancel(timer);
                clock.hold(timer.deadline);
                timer.expire();
            }
            clock.hold(now);
            runUntil(now, Integer.MAX_VALUE);
        } finally {
            clock.release();
            catchingUp = false;
        }
    }

    /**
     * Runs the timers that are due. Timers that are set during the run wait for the next one, even if they are due now.
     */
    private void runUntil(long now, int most) {
        long limit = sequence;
        for (int i = 0; i < most && size != 0 && heap[0].deadline - now <= 0 && heap[0].sequence < limit; i++) {
            Timer timer = heap[0];
            cancel(timer);
            timer.expire();
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the nanoseconds until the earliest timer is due, {@link Long#MAX_VALUE} if no timer is set. */
    long untilNext() {
        return size == 0 ? Long.MAX_VALUE : Math.max(0, heap[0].deadline - clock.nanoTime());
    }

    /** Advances the clock to the earliest timer and runs it. Returns whether the clock jumps and a timer was set. */
    boolean jump() {
        if (size == 0 || !clock.isJumping()) {
            return false;
        }
        advanceTo(Math.max(clock.nanoTime(), heap[0].deadline));
        return true;
    }

    /** Advances the clock, and runs each timer at its time. */
    void advanceTo(long target) {
        while (size != 0 && heap[0].deadline - target <= 0) {
            long due = Math.max(clock.nanoTime(), heap[0].deadline);
            clock.set(due);
            runUntil(due, Integer.MAX_VALUE);
        }
        clock.set(target);
    }

    private void up(int start) {
        int at = start;
        Timer timer = heap[at];
        while (at > 0 && before(timer, heap[(at - 1) / 2])) {
            place(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        place(timer, at);
    }

    private void down(int start) {
        int at = start;
        Timer timer = heap[at];
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], timer)) {
                break;
            }
            place(heap[child], at);
            at = child;
        }
        place(timer, at);
    }

    private void place(Timer timer, int at) {
        heap[at] = timer;
        timer.index = at;
    }

    private static boolean before(Timer one, Timer other) {
        long difference = one.deadline - other.deadline;
        return difference < 0 || (difference == 0 && one.sequence < other.sequence);
    }
}
