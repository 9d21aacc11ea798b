// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * Admits one thread at a time to a queue, and none after the gate is closed. The data path does not take the lock of
 * the context (ADR 0005): an uncontended pass is one compare-and-set. C queues have a spin lock of the same extent, so
 * threads that compete here would compete there.
 *
 * <p>Threads of the data path compete freely. Calls of the control path (resize, reset, destroy) announce themselves in
 * {@link #waiting}. A pass that ends while such a call waits leaves the gate {@link #RESERVED}, which admits only the
 * control path. So at most one pass that begins after the announcement overtakes a waiting control call.
 */
final class Gate {
    static final int FREE = 0;
    /** A thread is inside a call, which is short. */
    private static final int BUSY = 1;
    /** A thread is between two related calls. It may make the next call at any time. */
    private static final int HELD = 2;
    /** A thread is inside one of several related calls. */
    private static final int HELD_BUSY = 3;

    private static final int CLOSED = 4;
    /** The gate is free, but only for calls of the control path. */
    private static final int RESERVED = 5;

    private static final int SPINS_BEFORE_PAUSE = 100;
    private static final long PAUSE_NANOS = 20_000;
    private static final AtomicLong MADE = new AtomicLong();
    private static final VarHandle STATE;
    private static final VarHandle WAITING;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Gate.class, "state", int.class);
            WAITING = MethodHandles.lookup().findVarHandle(Gate.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long order = MADE.getAndIncrement();
    private final Object of;
    private final String heldBy;

    /** The state. Methods of this class change it, and callers of {@link #exit} that have not enough stack left. */
    volatile int state;

    /** The number of waiting calls of the control path. Every pass reads it, so it is next to the state. */
    @SuppressWarnings("unused") // accessed through WAITING
    private volatile int waiting;

    /** The number of passes that ended while a control call waited. Only the thread inside writes it. */
    private volatile int ends;

    /** The number of completed calls of a holder. Only the holder writes it. */
    private volatile int heldEnds;

    /** The thread that holds the gate. Only that thread writes this field and the next one. */
    private volatile @Nullable Thread holder;

    private Runnable ending = () -> {};

    /**
     * Creates an open gate.
     *
     * @param of the object, used in messages only; must not be a handle, because the gate may outlive it
     * @param heldBy the activity of a thread that holds the gate, used in messages only
     */
    Gate(Object of, String heldBy) {
        this.of = of;
        this.heldBy = heldBy;
    }

    /** Returns the sequence number of the gate in this JVM, in the order of creation. */
    long order() {
        return order;
    }

    /** Waits until the gate is free, then enters. */
    void enter(String verb) {
        if (!STATE.compareAndSet(this, FREE, BUSY)) {
            enterSlowly(verb);
        }
    }

    private void enterSlowly(String verb) {
        for (int spins = 0; !STATE.compareAndSet(this, FREE, BUSY); spins++) {
            switch (state) {
                case CLOSED -> throw new ClosedHandleException(verb, of.toString());
                case HELD, HELD_BUSY -> throw new IllegalStateException(heldText(verb));
                case RESERVED -> {
                    // The control call that the gate was reserved for has given up.
                    if (waiting == 0 && STATE.compareAndSet(this, RESERVED, BUSY)) {
                        return;
                    }
                    pause(spins);
                }
                default -> pause(spins);
            }
        }
    }

    /**
     * Leaves after a call of the data path. If it throws StackOverflowError, the gate was not left, and the stack is
     * too small for another call. The caller then stores {@link #FREE} in {@link #state}.
     */
    void exit() {
        if (waiting == 0) {
            STATE.setRelease(this, FREE);
        } else {
            int before = ends;
            ends = before + 1;
            STATE.setRelease(this, RESERVED);
        }
    }

    /** Leaves after a call of the control path. The data path may enter next, even if other control calls wait. */
    void exitControl() {
        // A plain store needs no stack: a control call that runs out of stack still leaves.
        state = FREE;
    }

    /** Leaves after a call of the control path that may have closed the gate. */
    void exitControlUnlessClosed() {
        if (state != CLOSED) {
            exitControl();
        }
    }

    // ---------------------------------------------------------------- several related calls

    /**
     * Keeps the gate after the current call. The caller is inside the gate.
     *
     * @param end the call that ends the activity; must not refer to a handle, which would then stay reachable
     */
    void hold(Runnable end) {
        ending = end;
        holder = Thread.currentThread();
        state = HELD;
    }

    /** Begins another call of the holder. */
    void enterHeld(String verb) {
        requireHolder(verb);
        state = HELD_BUSY;
    }

    /** Ends a call of the holder, which keeps the gate. */
    void exitHeld() {
        int before = heldEnds;
        heldEnds = before + 1;
        STATE.setRelease(this, HELD);
    }

    /** Releases the gate. The holder calls this method within its last call. */
    void release() {
        holder = null;
        try {
            exit();
        } catch (StackOverflowError e) {
            state = FREE;
        }
    }

    void requireHolder(String verb) {
        if (!isHeldByThisThread()) {
            requireNotClosed(verb);
            throw new IllegalStateException(verb + " on " + of + ": this thread has not started " + heldBy);
        }
    }

    boolean isHeldByThisThread() {
        return Thread.currentThread().equals(holder);
    }

    private void requireNotClosed(String verb) {
        if ((int) STATE.getVolatile(this) == CLOSED) {
            throw new ClosedHandleException(verb, of.toString());
        }
    }

    // ---------------------------------------------------------------- destroying

    /** Ends an activity that this thread, or a thread that has terminated, has left unfinished. */
    void endWhatIsLeft() {
        Thread left = holder;
        if (left == null || (left.isAlive() && !left.equals(Thread.currentThread()))) {
            return;
        }
        STATE.setVolatile(this, HELD_BUSY);
        try {
            ending.run();
        } finally {
            release();
        }
    }

    /**
     * Enters for a destroy, or for a call that searches the queue. C would execute it even if other threads use the
     * queue. A closed gate stays closed.
     */
    void enterToDestroy(String verb) {
        enterControl(verb, true);
    }

    /** Enters for a call of the control path that does not destroy the queue. */
    void enterToChange(String verb) {
        enterControl(verb, false);
    }

    private void enterControl(String verb, boolean destroying) {
        if (STATE.compareAndSet(this, FREE, BUSY)) {
            return;
        }
        WAITING.getAndAdd(this, 1);
        try {
            for (int spins = 0; !STATE.compareAndSet(this, FREE, BUSY); spins++) {
                int seen = state;
                if (seen == RESERVED && STATE.compareAndSet(this, RESERVED, BUSY)) {
                    return;
                }
                if (seen == CLOSED && destroying) {
                    return;
                }
                requireEnterable(seen, verb, destroying);
                pause(spins);
            }
        } finally {
            WAITING.getAndAdd(this, -1);
        }
    }

    private void requireEnterable(int seen, String verb, boolean destroying) {
        if (seen == CLOSED) {
            throw new ClosedHandleException(verb, of.toString());
        }
        if (seen == HELD || seen == HELD_BUSY) {
            if (!destroying) {
                throw new IllegalStateException(heldText(verb));
            }
            throw new VerbsException(
                    verb,
                    Errno.EBUSY,
                    of.toString(),
                    Diagnosis.of(new Violation(
                            of.toString(),
                            heldBy + " in progress",
                            "ended",
                            "the driver's lock is held",
                            "Verbena lifecycle")));
        }
    }

    /** Closes the gate permanently. The caller is inside. */
    void close() {
        STATE.setRelease(this, CLOSED);
    }

    /** Waits until the current call has ended. Calls that begin later do not prolong the wait. */
    void awaitCall() {
        if (!isInCall()) {
            return;
        }
        WAITING.getAndAdd(this, 1);
        try {
            int endsBefore = ends;
            int heldEndsBefore = heldEnds;
            for (int spins = 0; isInCall() && ends == endsBefore && heldEnds == heldEndsBefore; spins++) {
                pause(spins);
            }
        } finally {
            WAITING.getAndAdd(this, -1);
        }
    }

    private boolean isInCall() {
        return switch (state) {
            case BUSY -> true;
            case HELD_BUSY -> isHolderAlive();
            default -> false;
        };
    }

    private boolean isHolderAlive() {
        Thread now = holder;
        return now == null || now.isAlive();
    }

    private String heldText(String verb) {
        return verb + " on " + of + ": " + heldBy + " is already in progress";
    }

    private static void pause(int spins) {
        if (spins < SPINS_BEFORE_PAUSE) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
