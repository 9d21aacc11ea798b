package org.verbena.provider.sim.transport;

/** The time of an engine. */
public final class Clock {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final boolean real;
    private final boolean jumping;
    private final long epoch;

    /** The time of a clock that is not the machine's, or the time at which the machine's clock is held. */
    private long now;

    private boolean held;

    private Clock(boolean real, boolean jumping) {
        this.real = real;
        this.jumping = jumping;
        this.epoch = real ? System.currentTimeMillis() * NANOS_PER_MILLI - System.nanoTime() : 0;
    }

    /**
     * The time of the machine.
     *
     * @return a clock
     */
    public static Clock system() {
        return new Clock(true, false);
    }

    /**
     * Time that passes only when somebody says so.
     *
     * @return a clock at 0
     */
    public static Clock manual() {
        return new Clock(false, false);
    }

    /**
     * Time that passes when somebody says so, and to the next timer where a thread would otherwise wait for it.
     *
     * @return a clock at 0
     */
    public static Clock virtual() {
        return new Clock(false, true);
    }

    /**
     * Whether it is the time of the machine.
     *
     * @return whether time passes by itself
     */
    public boolean isReal() {
        return real;
    }

    /** Whether time passes to the next timer where a thread would otherwise wait for it. */
    boolean isJumping() {
        return jumping;
    }

    /**
     * The time.
     *
     * @return nanoseconds since a moment of the clock's choice
     */
    public long nanoTime() {
        return real && !held ? System.nanoTime() : now;
    }

    /** Holds the machine's time at a moment that has passed, so that an overdue timer runs as if it ran in time. */
    void hold(long nanoTime) {
        now = nanoTime;
        held = true;
    }

    /** Lets the machine's time pass again. */
    void release() {
        held = false;
    }

    /** What a clock on the wall showed then, in nanoseconds since 1970; a clock of its own begins there. */
    long wallclock(long nanoTime) {
        return epoch + nanoTime;
    }

    void set(long nanoTime) {
        now = nanoTime;
    }
}
