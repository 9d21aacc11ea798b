package org.verbena.spi.handle;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.verbena.ClosedHandleException;
import org.verbena.spi.driver.StackReserve;

/**
 * Those who wait at an object for its events. They hold no lock while they wait; a destroy sends them away and waits
 * until they have gone, so that the driver waits in short slices.
 */
final class Waiters implements Retirement {
    /** How a driver waits; see the methods {@code await...} of {@link org.verbena.spi.driver}. */
    @FunctionalInterface
    interface Wait {
        void await(long nanos) throws InterruptedException;
    }

    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);

    private final String at;
    private final String verb;
    private final Wait wait;
    // No monitor: on JDK 21 to 23 a virtual thread that waits for one keeps its carrier.
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition departure = lock.newCondition();
    private int waiting;
    private boolean sentAway;

    /**
     * Nobody waits yet.
     *
     * @param at the object, for people
     * @param verb the call that waits
     * @param wait how the driver does
     */
    Waiters(String at, String verb, Wait wait) {
        this.at = at;
        this.verb = verb;
        this.wait = wait;
    }

    /** Waits until there is something. */
    <T> Optional<T> await(Supplier<Optional<T>> next, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + Timeouts.nanos(timeout);
        while (true) {
            Optional<T> taken = next.get();
            long left = end - System.nanoTime();
            if (taken.isPresent() || left <= 0) {
                return taken;
            }
            slice(Math.min(left, SLICE));
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
