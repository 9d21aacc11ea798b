// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/** A timer for code outside this package. The engine's lock protects it. */
public final class Alarm {
    private final Engine engine;
    private final Timer timer;

    /**
     * Creates a timer that is not set.
     *
     * @param engine the engine that runs it
     * @param action the action; it runs during a verb or a wait, under the lock, and must not fail
     */
    public Alarm(Engine engine, Runnable action) {
        this.engine = engine;
        this.timer = new Timer() {
            @Override
            void expire() {
                action.run();
            }
        };
    }

    /**
     * Sets the timer, or sets it to another time.
     *
     * @param nanos the delay in nanoseconds
     */
    public void set(long nanos) {
        engine.timers().set(timer, nanos);
    }

    /** Stops the timer. The call has no effect if it is not set. */
    public void cancel() {
        engine.timers().cancel(timer);
    }
}
