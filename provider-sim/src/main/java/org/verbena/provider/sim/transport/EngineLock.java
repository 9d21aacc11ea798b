package org.verbena.provider.sim.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
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
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(EngineLock.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final List<Thread> waiting = new ArrayList<>();

    @SuppressWarnings("unused") // by STATE
    private volatile int state = FREE;

    /**
     * The number of the thread that is inside, which it alone writes. Others read it only to find that it is not theirs, so
     * the field is plain. A call to write it could overflow the stack when the lock has just been taken. A reference to the
     * thread would cost the garbage collector's barrier with every pass.
     */
    private long owner = NOBODY;

    /** How often the thread inside has come in again: what faults are asked about may call verbs. */
    private int depth;

    void enter() {
        long self = Thread.currentThread().getId();
        if (STATE.compareAndSet(this, FREE, TAKEN)) {
            owner = self;
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
        return owner == self;
    }

    private void take(long self) {
        for (int spins = 0; !STATE.compareAndSet(this, FREE, TAKEN); spins++) {
            if (spins < SPINS_BEFORE_PAUSE) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        owner = self;
    }

    /** Leaves. Once this has begun it never fails: without stack for another call it stores the fields itself. */
    void exit() {
        if (depth == 0) {
            try {
                release();
            } catch (StackOverflowError e) {
                owner = NOBODY;
                state = FREE;
            }
        } else {
            depth--;
        }
    }

    private void release() {
        owner = NOBODY;
        STATE.setRelease(this, FREE);
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
