// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.time.Duration;
import org.verbena.provider.sim.transport.Engine;

/** The clock of a fabric, which determines retries, delays and timestamps. Safe for use by any thread. */
public final class SimClock {
    private final ClockMode mode;
    private final Engine engine;

    SimClock(ClockMode mode, Engine engine) {
        this.mode = mode;
        this.engine = engine;
    }

    /**
     * Returns the clock mode.
     *
     * @return the mode; {@link ClockMode#SYSTEM} instead of {@link ClockMode#VIRTUAL} after a connection manager has
     *     been opened
     */
    public ClockMode mode() {
        return engine.call(engine.clock()::isReal) ? ClockMode.SYSTEM : mode;
    }

    /**
     * Returns the current time.
     *
     * @return nanoseconds since an arbitrary origin; for {@link ClockMode#MANUAL} and {@link ClockMode#VIRTUAL}, since
     *     the fabric was created
     */
    public long nanoTime() {
        return engine.call(engine.clock()::nanoTime);
    }

    /**
     * Advances the clock. Timers that become due run at their own time and in order.
     *
     * @param time the time to advance by, not negative
     * @throws org.verbena.error.InvalidRequestException if the time is negative, or if the mode is {@link
     *     ClockMode#SYSTEM}
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw SimDeviceConfig.refuse("time", time.toString(), "not negative", "the clock cannot go back");
        }
        if (mode() == ClockMode.SYSTEM) {
            throw SimDeviceConfig.refuse(
                    "clock",
                    "system",
                    "manual or virtual",
                    mode == ClockMode.SYSTEM
                            ? "the system clock cannot be advanced"
                            : "a connection manager was opened, which ends virtual time");
        }
        engine.advance(time.toNanos());
    }
}
