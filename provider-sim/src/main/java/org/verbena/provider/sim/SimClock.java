package org.verbena.provider.sim;

import java.time.Duration;
import org.verbena.provider.sim.transport.Engine;

/** The time of a fabric, by which it retries, delays and stamps. For use by any thread. */
public final class SimClock {
    private final ClockMode mode;
    private final Engine engine;

    SimClock(ClockMode mode, Engine engine) {
        this.mode = mode;
        this.engine = engine;
    }

    /**
     * How time passes.
     *
     * @return the mode
     */
    public ClockMode mode() {
        return mode;
    }

    /**
     * The time.
     *
     * @return nanoseconds since a moment of the clock's choice; of a clock that is not the machine's since the fabric was
     *     made
     */
    public long nanoTime() {
        return engine.call(engine.clock()::nanoTime);
    }

    /**
     * Lets time pass: what is due until then happens at its time and in its order.
     *
     * @param time how much, not negative
     * @throws org.verbena.InvalidRequestException if negative, or if the clock is the machine's
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw SimDeviceConfig.refuse("time", time.toString(), "not negative", "time does not go back");
        }
        if (mode == ClockMode.SYSTEM) {
            throw SimDeviceConfig.refuse("clock", "system", "manual or virtual", "the machine's time passes by itself");
        }
        engine.advance(time.toNanos());
    }
}
