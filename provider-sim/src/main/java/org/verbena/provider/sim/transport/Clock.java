// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/** The clock of an engine. */
public final class Clock {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long epoch;
    private boolean real;
    private boolean jumping;

    /** The difference from {@link System#nanoTime}. */
    private long offset;

    /** The time of a clock that is not the machine's, or the time at which the machine's clock is held. */
    private long now;

    private boolean held;

    private Clock(boolean real, boolean jumping) {
        this.real = real;
        this.jumping = jumping;
        this.epoch = real ? System.currentTimeMillis() * NANOS_PER_MILLI - System.nanoTime() : 0;
    }

    /**
     * Creates a clock that shows the time of the machine.
     *
     * @return a clock
     */
    public static Clock system() {
        return new Clock(true, false);
    }

    /**
     * Creates a clock whose time passes only on request.
     *
     * @return a clock at 0
     */
    public static Clock manual() {
        return new Clock(false, false);
    }

    /**
     * Creates a clock whose time passes on request, and jumps to the next timer where a thread would otherwise wait for
     * it.
     *
     * @return a clock at 0
     */
    public static Clock virtual() {
        return new Clock(false, true);
    }

    /**
     * Returns whether this clock shows the time of the machine.
     *
     * @return whether time passes by itself
     */
    public boolean isReal() {
        return real;
    }

    /** Lets the time of a clock that jumps pass by itself from now on. Other clocks stay as they are. */
    void stopJumping() {
        if (jumping) {
            jumping = false;
            real = true;
            offset = now - System.nanoTime();
        }
    }

    /** Returns whether time jumps to the next timer where a thread would otherwise wait for it. */
    boolean isJumping() {
        return jumping;
    }

    /**
     * Returns the current time.
     *
     * @return nanoseconds since an arbitrary origin
     */
    public long nanoTime() {
        return real && !held ? System.nanoTime() + offset : now;
    }

    /** Holds the machine's clock at a past time, so that an overdue timer runs as if it ran in time. */
    void hold(long nanoTime) {
        now = nanoTime;
        held = true;
    }

    /** Ends the hold of the machine's clock. */
    void release() {
        held = false;
    }

    /**
     * Converts a time of this clock to wall clock time. A clock that is not the machine's starts in 1970.
     *
     * @param nanoTime a time of this clock
     * @return nanoseconds since 1970
     */
    public long wallclock(long nanoTime) {
        return epoch + nanoTime;
    }

    void set(long nanoTime) {
        now = nanoTime;
    }
}
