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
 * Lets one thread at a time use a queue, and nobody once it is closed. The data path does not take the lock of the
 * context (ADR 0005): an uncontended pass is one compare-and-set. Queues of C have a spin lock of the same extent, so
 * that threads who meet here would meet there.
 */
final class Gate {
    private static final int FREE = 0;
    /** Inside a call, which is short. */
    private static final int BUSY = 1;
    /** Between two calls that belong together: the thread comes back when it likes. */
    private static final int HELD = 2;
    /** Inside a call of those. */
    private static final int HELD_BUSY = 3;

    private static final int CLOSED = 4;
    private static final int SPINS_BEFORE_PAUSE = 100;
    private static final long PAUSE_NANOS = 20_000;
    private static final AtomicLong MADE = new AtomicLong();
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Gate.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long order = MADE.getAndIncrement();
    private final Object of;
    private final String heldBy;

    @SuppressWarnings("unused") // by STATE
    private volatile int state;

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

    /** Waits for those who are inside, and enters. */
    void enter(String verb) {
        if (!STATE.compareAndSet(this, FREE, BUSY)) {
            enterSlowly(verb);
        }
    }

    private void enterSlowly(String verb) {
        for (int spins = 0; !STATE.compareAndSet(this, FREE, BUSY); spins++) {
            switch ((int) STATE.getVolatile(this)) {
                case CLOSED -> throw new ClosedHandleException(verb, of.toString());
                case HELD, HELD_BUSY -> throw new IllegalStateException(heldText(verb));
                default -> pause(spins);
            }
        }
    }

    void exit() {
        STATE.setRelease(this, FREE);
    }

    /** Who is inside may have closed it. */
    void exitUnlessClosed() {
        if ((int) STATE.getVolatile(this) != CLOSED) {
            exit();
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
        STATE.setVolatile(this, HELD);
    }

    /** The holder begins another call. */
    void enterHeld(String verb) {
        requireHolder(verb);
        STATE.setVolatile(this, HELD_BUSY);
    }

    /** The holder's call ends, and it keeps the gate. */
    void exitHeld() {
        STATE.setRelease(this, HELD);
    }

    /** The holder, within its last call, gives the gate up. */
    void release() {
        holder = null;
        STATE.setRelease(this, FREE);
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

    /** Enters for a destroy, which C would carry out without looking at who is at work; a closed gate stays closed. */
    void enterToDestroy(String verb) {
        for (int spins = 0; !STATE.compareAndSet(this, FREE, BUSY); spins++) {
            int seen = (int) STATE.getVolatile(this);
            if (seen == CLOSED) {
                return;
            }
            if (seen == HELD || seen == HELD_BUSY) {
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
            pause(spins);
        }
    }

    /** Having entered, nobody enters any more. */
    void close() {
        STATE.setRelease(this, CLOSED);
    }

    /** Waits until whoever is in a call now has left it. */
    void awaitCall() {
        for (int spins = 0; isInCall((int) STATE.getVolatile(this)); spins++) {
            pause(spins);
        }
    }

    private static boolean isInCall(int seen) {
        return seen == BUSY || seen == HELD_BUSY;
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
