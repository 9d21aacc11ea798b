// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of an engine. A thread that holds it can also wait for actions of other threads.
 *
 * <p>Every post and every poll takes the lock. An uncontended pass is one compare-and-set, and the release needs no
 * barrier. It takes half the time of a {@link java.util.concurrent.locks.ReentrantLock}, which wakes the next thread in
 * its queue. Here a thread that finds the lock taken tries again after a pause, as at the gates of the handles.
 */
public final class EngineLock {
    private static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final long NO_OWNER = 0;
    private static final int SPINS_BEFORE_PAUSE = 100;
    private static final long PAUSE_NANOS = 20_000;
    private static final VarHandle STATE;
    private static final VarHandle ABANDONED;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(EngineLock.class, "state", int.class);
            ABANDONED = MethodHandles.lookup().findVarHandle(EngineLock.class, "abandoned", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final List<Thread> waiting = new ArrayList<>();

    @SuppressWarnings("unused") // accessed by STATE
    private volatile int state = FREE;

    /**
     * The id of the thread that holds the lock. Only that thread writes the field. Other threads read it only to find
     * that it is not their own id, so the field is plain. A call to write it could overflow the stack when the lock has
     * just been taken. A reference to the thread would cost a barrier of the garbage collector with every pass.
     */
    private long owner = NO_OWNER;

    /** The number of nested entries of the owner. The condition of a fault may call verbs. */
    private int depth;

    /**
     * Set by an owner that has no stack for the call that releases the lock. The next thread, or the owner itself, then
     * takes the lock over. A store needs no stack.
     */
    public volatile boolean abandoned;

    EngineLock() {}

    void enter() {
        long self = Thread.currentThread().getId();
        if (STATE.compareAndSet(this, FREE, TAKEN)) {
            owner = self;
        } else {
            enterSlowly(self);
        }
    }

    private void enterSlowly(long self) {
        if (isOwnedBy(self) && !takeOver()) {
            depth++;
        } else if (!isOwnedBy(self)) {
            take(self);
        }
    }

    /** Takes an abandoned lock, unless the owner has only left a nested entry. */
    private boolean takeOver() {
        return abandoned && depth == 0 && ABANDONED.compareAndSet(this, true, false);
    }

    private boolean isOwnedBy(long self) {
        return owner == self;
    }

    private void take(long self) {
        for (int spins = 0; !STATE.compareAndSet(this, FREE, TAKEN) && !takeOver(); spins++) {
            if (spins < SPINS_BEFORE_PAUSE) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        owner = self;
    }

    /**
     * Releases the lock. Once the method has begun, it never fails. Without stack for another call, it writes the
     * fields itself.
     */
    void exit() {
        if (depth == 0) {
            try {
                release();
            } catch (StackOverflowError e) {
                owner = NO_OWNER;
                state = FREE;
            }
        } else {
            depth--;
        }
    }

    private void release() {
        owner = NO_OWNER;
        STATE.setRelease(this, FREE);
    }

    /**
     * Releases the lock, waits for a signal, and takes the lock again. The caller must hold the lock. The wait may end
     * without a signal.
     *
     * @param nanos the maximum time to wait, positive
     * @return the time waited, in nanoseconds
     * @throws InterruptedException if the thread is interrupted; it holds the lock nevertheless
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

    /** Wakes all waiting threads. The caller must hold the lock. */
    void signal() {
        waiting.forEach(LockSupport::unpark);
    }
}
