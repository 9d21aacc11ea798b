// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a transition after each change, one transition at a time. It holds no lock during a transition, because the
 * registration of a service runs code of other bundles. That code may cause further changes, or wait for a thread that
 * does. If a change occurs during a transition, the thread that runs the transition runs it again.
 */
final class Transitions {
    private static final System.Logger LOGGER = System.getLogger(Transitions.class.getName());

    private final Runnable transition;
    private final AtomicInteger changes = new AtomicInteger();

    Transitions(Runnable transition) {
        this.transition = transition;
    }

    /** Runs the transition, or leaves it to the thread that is running one. */
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

    /** Runs the transition. Logs a failure instead of throwing, so that later changes still run it. */
    private void run() {
        try {
            transition.run();
        } catch (RuntimeException | LinkageError e) {
            LOGGER.log(Level.ERROR, "a configuration change could not be applied", e);
        }
    }
}
