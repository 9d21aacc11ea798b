// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.Locale;

/** The effort of random and stress tests, which the system property {@code verbena.effort} selects by name. */
public enum Effort {
    /** A tenth of {@link #USUAL}: {@code mvn verify}, and tests that an IDE starts. This is the default. */
    BRIEF,
    /** The amounts of {@code ./verify}. */
    USUAL,
    /** The amounts of {@code ./verify --full}. */
    FULL;

    private static final String PROPERTY = "verbena.effort";
    private static final int BRIEF_DIVISOR = 10;

    /**
     * Returns the effort of this run.
     *
     * @return the effort
     */
    public static Effort now() {
        return valueOf(System.getProperty(PROPERTY, BRIEF.name()).toUpperCase(Locale.ROOT));
    }

    /**
     * Returns the amount of work of this effort.
     *
     * @param usual the amount for {@link #USUAL}
     * @param full the amount for {@link #FULL}
     * @return the amount, at least 1
     */
    public long of(long usual, long full) {
        return switch (this) {
            case BRIEF -> Math.max(1, usual / BRIEF_DIVISOR);
            case USUAL -> usual;
            case FULL -> full;
        };
    }
}
