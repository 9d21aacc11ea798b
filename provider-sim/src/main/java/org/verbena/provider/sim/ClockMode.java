package org.verbena.provider.sim;

import java.util.List;
import java.util.Locale;

/** How time passes in a fabric. */
public enum ClockMode {
    /** As {@link System#nanoTime} has it. */
    SYSTEM,

    /** Only by {@link SimClock#advance}. A wait for an event waits in real time for another thread to cause one. */
    MANUAL,

    /**
     * By {@link SimClock#advance}, and to the next timer whenever a thread finds nothing: when a poll finds its
     * completion queue empty, or a wait begins for an event that is not there. Then the clock is set to the time of the
     * earliest timer, which runs, and the thread looks once more; one timer for each poll and each turn of a wait. A
     * program with one thread is deterministic: retries and delays take no time, and the same program with the same seed
     * has the same result.
     */
    VIRTUAL;

    /** Finds a mode by its name in lower case. */
    static ClockMode of(String text) {
        return new TextValue("clock", text)
                .oneOf(List.of(values()), mode -> mode.name().toLowerCase(Locale.ROOT));
    }
}
