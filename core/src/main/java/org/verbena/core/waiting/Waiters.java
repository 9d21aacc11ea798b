// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.waiting;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.StackReserve;

/**
 * The threads that wait at an object for its events. They hold no lock while they wait. A destroy dismisses them and
 * waits until they have left, so the driver waits in short slices.
 */
public final class Waiters implements TwoPhaseClose {
    /** Waits in the driver; see the methods {@code await...} of {@link org.verbena.spi}. */
    @FunctionalInterface
    public interface Wait {
        void await(long nanos) throws InterruptedException;
    }

    private static final long FIRST_SLICE = TimeUnit.MILLISECONDS.toNanos(10);

    /** A thread that waits for long wakes rarely. */
    private static final long LONGEST_SLICE = TimeUnit.MILLISECONDS.toNanos(50);

    private final String at;
    private final String verb;
    private final Wait wait;
    // A lock instead of a monitor: on JDK 21 to 23, a virtual thread that waits for a monitor pins its carrier.
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition departure = lock.newCondition();
    private int waiting;
    private boolean sentAway;

    /**
     * Creates an empty set of waiting threads.
     *
     * @param at the object, used in messages only
     * @param verb the verb that waits
     * @param wait the wait function of the driver
     */
    public Waiters(String at, String verb, Wait wait) {
        this.at = at;
        this.verb = verb;
        this.wait = wait;
    }

    /** Waits until {@code next} returns a value or the timeout expires. */
    public <T> Optional<T> await(Supplier<Optional<T>> next, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + Timeouts.nanos(timeout);
        long slice = FIRST_SLICE;
        while (true) {
            Optional<T> taken = next.get();
            long left = end - System.nanoTime();
            if (taken.isPresent() || left <= 0) {
                return taken;
            }
            slice(Math.min(left, slice));
            slice = Math.min(2 * slice, LONGEST_SLICE);
        }
    }

    private void slice(long nanos) throws InterruptedException {
        StackReserve.requireForControl();
        enter();
        try {
            VirtualThreads.run(wait, nanos);
        } finally {
            leave();
        }
    }

    private void enter() {
        lock.lock();
        try {
            if (sentAway) {
                throw new ClosedHandleException(verb, at);
            }
            waiting++;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            waiting--;
            departure.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void begin() {
        lock.lock();
        try {
            sentAway = true;
            while (waiting > 0) {
                departure.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void undo() {
        lock.lock();
        try {
            sentAway = false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void complete() {}
}
