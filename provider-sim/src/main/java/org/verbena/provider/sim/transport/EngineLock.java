package org.verbena.provider.sim.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one thread at a time into an engine, and has threads wait for what others do in there. Every post and every poll
 * passes it: an uncontended pass is one compare-and-set and no barrier when it ends, half of what a
 * {@link java.util.concurrent.locks.ReentrantLock} takes, which wakes the next one in its queue. Here who has to wait
 * looks again after a moment, as at the gates of the handles.
 */
final class EngineLock {
    private static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final long NOBODY = 0;
    private static final int SPINS_BEFORE_PAUSE = 100;
    private static final long PAUSE_NANOS = 20_000;

    private final List<Thread> waiting = new ArrayList<>();
    private final AtomicInteger state = new AtomicInteger(FREE);

    /**
     * The number of the thread that is inside, which it alone writes. A reference to the thread would cost the garbage
     * collector's barrier with every pass.
     */
    private final AtomicLong owner = new AtomicLong(NOBODY);

    /** How often the thread inside has come in again: what faults are asked about may call verbs. */
    private int depth;

    void enter() {
        long self = Thread.currentThread().getId();
        if (state.compareAndSet(FREE, TAKEN)) {
            owner.setOpaque(self);
        } else {
            enterSlowly(self);
        }
    }

    private void enterSlowly(long self) {
        if (isOwnedBy(self)) {
            depth++;
            return;
        }
        take(self);
    }

    private boolean isOwnedBy(long self) {
        return owner.getOpaque() == self;
    }

    private void take(long self) {
        for (int spins = 0; !state.compareAndSet(FREE, TAKEN); spins++) {
            if (spins < SPINS_BEFORE_PAUSE) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        owner.setOpaque(self);
    }

    void exit() {
        if (depth == 0) {
            release();
        } else {
            depth--;
        }
    }

    private void release() {
        owner.setOpaque(NOBODY);
        state.setRelease(FREE);
    }

    /**
     * From inside, waits outside until somebody signals, or for no reason.
     *
     * @param nanos how long at most, positive
     * @return how long it was
     * @throws InterruptedException if the thread is interrupted; it is inside all the same
     */
    long await(long nanos) throws InterruptedException {
        Thread self = Thread.currentThread();
        int entered = depth;
        waiting.add(self);
        depth = 0;
        release();
        long start = System.nanoTime();
        try {
            LockSupport.parkNanos(this, nanos);
        } finally {
            take(self.getId());
            depth = entered;
            waiting.remove(self);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return System.nanoTime() - start;
    }

    /** From inside, wakes all who wait. */
    void signal() {
        waiting.forEach(LockSupport::unpark);
    }
}
