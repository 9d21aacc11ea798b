package org.verbena.osgi;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a transition after every change, one at a time, and without a lock: registering a service runs the code of other
 * bundles, which may change things again or wait for a thread that does. A change that comes meanwhile is left to
 * whoever is at it.
 */
final class Transitions {
    private static final System.Logger LOGGER = System.getLogger(Transitions.class.getName());

    private final Runnable transition;
    private final AtomicInteger changes = new AtomicInteger();

    Transitions(Runnable transition) {
        this.transition = transition;
    }

    /** Something has changed. */
    void changed() {
        if (changes.getAndIncrement() > 0) {
            return;
        }
        int seen;
        do {
            seen = changes.get();
            run();
        } while (changes.addAndGet(-seen) > 0);
    }

    /** The next change must find nobody at it, whatever became of this one. */
    private void run() {
        try {
            transition.run();
        } catch (RuntimeException | LinkageError e) {
            LOGGER.log(Level.ERROR, "a change was not followed", e);
        }
    }
}
