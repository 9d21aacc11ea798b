// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.util.List;
import java.util.Locale;

/** The way time passes in a fabric. */
public enum ClockMode {
    /** Time passes as {@link System#nanoTime} reports it. */
    SYSTEM,

    /**
     * Time passes only in {@link SimClock#advance}. A wait for an event waits in real time for another thread to cause
     * one.
     */
    MANUAL,

    /**
     * Time passes in {@link SimClock#advance}, and jumps to the next timer whenever a thread finds nothing. That is the
     * case when a poll finds its completion queue empty, or a wait begins without a pending event. The clock then
     * advances to the earliest timer, the timer runs, and the thread checks once more. Each poll and each turn of a
     * wait advances to one timer at most.
     *
     * <p>A program with one thread is deterministic. Retries and delays take no real time. The same program with the
     * same seed has the same result.
     *
     * <p>When a {@link org.verbena.cm.ConnectionManager} is opened, the mode changes to {@link #SYSTEM}. Its timers
     * limit how long a peer may take, and the peer is another thread, for which a clock that jumps does not wait. Use
     * {@link #MANUAL} for tests of these timers.
     */
    VIRTUAL;

    /** Returns the mode with the given name in lower case. */
    static ClockMode of(String text) {
        return new TextValue("clock", text)
                .oneOf(List.of(values()), mode -> mode.name().toLowerCase(Locale.ROOT));
    }
}
