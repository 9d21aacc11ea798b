// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.Locale;

/** The effort of random and stress tests, which the system property {@code verbena.effort} selects by name. */
public enum Effort {
    /** The amounts of {@code ./verify}, {@code mvn verify} and tests that an IDE starts. This is the default. */
    BRIEF,
    /** The amounts of {@code ./verify --full}. */
    FULL;

    private static final String PROPERTY = "verbena.effort";

    /** {@return the effort of this run} */
    public static Effort now() {
        return valueOf(System.getProperty(PROPERTY, BRIEF.name()).toUpperCase(Locale.ROOT));
    }

    /**
     * Returns the amount of work of this effort.
     *
     * @param brief the amount for {@link #BRIEF}
     * @param full the amount for {@link #FULL}
     * @return one of the amounts
     */
    public long of(long brief, long full) {
        return this == FULL ? full : brief;
    }
}
