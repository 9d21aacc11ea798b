package org.verbena.spi.handle;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.verbena.ClosedHandleException;

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
        enter();
        try {
            VirtualThreads.run(wait, nanos);
        } finally {
            leave();
        }
    }

    private synchronized void enter() {
        if (sentAway) {
            throw new ClosedHandleException(verb, at);
        }
        waiting++;
    }

    private synchronized void leave() {
        waiting--;
        notifyAll();
    }

    @Override
    public synchronized void begin() {
        sentAway = true;
        boolean interrupted = false;
        while (waiting > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void undo() {
        sentAway = false;
    }

    @Override
    public void complete() {}
}
