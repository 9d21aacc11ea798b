package org.verbena.spi.handle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.verbena.ClosedHandleException;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;
import org.verbena.Violation;

/**
 * Admits one thread at a time to a queue, and none once the gate is closed. The data path does not take the lock of the
 * context (ADR 0005): an uncontended pass is one compare-and-set. Queues of C have a spin lock of the same extent, so
 * that threads that compete here would compete there.
 *
 * <p>Threads of the data path compete freely. Calls of the control path (resize, reset, destroy) announce themselves in
 * {@link #waiting}. A pass that ends while one waits leaves the gate {@link #RESERVED}, which admits only the control
 * path. So at most one pass that begins after the announcement overtakes a waiting control call.
 */
final class Gate {
    static final int FREE = 0;
    /** Inside a call, which is short. */
    private static final int BUSY = 1;
    /** Between two calls that belong together: the thread comes back when it likes. */
    private static final int HELD = 2;
    /** Inside a call of those. */
    private static final int HELD_BUSY = 3;

    private static final int CLOSED = 4;
    /** Free for calls of the control path only. */
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

    /** Changed by the methods, and by callers of {@link #exit} for which not enough stack is left. */
    volatile int state;

    /** Number of calls of the control path that wait. Every pass reads it, so it lies beside the state. */
    @SuppressWarnings("unused") // by WAITING
    private volatile int waiting;

    /** Number of passes that ended while a call waited. Only the thread inside writes it. */
    private volatile int ends;

    /** Number of calls of a holder that ended. Only the holder writes it. */
    private volatile int heldEnds;

    /** Written by the thread that holds the gate, as what follows. */
    private volatile @Nullable Thread holder;

    private Runnable ending = () -> {};

    /**
     * An open gate.
     *
     * @param of the object, whose text is for people; no handle, since the gate outlives a forgotten one
     * @param heldBy what somebody does who holds it, for people
     */
    Gate(Object of, String heldBy) {
        this.of = of;
        this.heldBy = heldBy;
    }

    /** Counts the gates of this JVM in the order of their making. */
    long order() {
        return order;
    }

    /** Waits for the thread inside, then enters. */
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
                    // The control call that it was left for gave up.
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
     * Leaves after a call of the data path. A StackOverflowError means that the gate was not left, and that there is no
     * stack for another call: the caller then stores {@link #FREE} in {@link #state}.
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

    /** Leaves after a call of the control path. The data path may come next, even if further control calls wait. */
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

    // ---------------------------------------------------------------- several calls that belong together

    /**
     * Having entered, keeps the gate beyond the call.
     *
     * @param end the call that ends what is under way; it must not refer to a handle, which could then not be forgotten
     */
    void hold(Runnable end) {
        ending = end;
        holder = Thread.currentThread();
        state = HELD;
    }

    /** The holder begins another call. */
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

    /** Gives the gate up; the holder calls it within its last call. */
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

    /** Ends what this thread has left under way, or one that is no more. */
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
     * Enters for a destroy, or for a call that looks through the queue. C would carry it out regardless of threads that
     * use the queue. A closed gate stays closed.
     */
    void enterToDestroy(String verb) {
        enterControl(verb, true);
    }

    /** Enters for a call of the control path that keeps the queue. */
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
                            heldBy + " under way",
                            "ended",
                            "the driver's lock is held until then",
                            "Verbena lifecycle")));
        }
    }

    /** Closes the gate for good; the caller is inside. */
    void close() {
        STATE.setRelease(this, CLOSED);
    }

    /** Waits until the call that is inside now has ended. Calls that begin later do not prolong the wait. */
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
        return verb + " on " + of + ": " + heldBy + " is under way in another place";
    }

    private static void pause(int spins) {
        if (spins < SPINS_BEFORE_PAUSE) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
