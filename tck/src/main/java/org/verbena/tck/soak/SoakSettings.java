package org.verbena.tck.soak;

import java.time.Duration;

/**
 * The duration of a soak test and the seed of its random numbers.
 *
 * @param seed the seed
 * @param duration the time during which messages are posted
 * @param patience the time limit of a completion
 * @param breaking whether links break
 */
public record SoakSettings(long seed, Duration duration, Duration patience, boolean breaking) {
    /** The system property for the duration in seconds. */
    public static final String SECONDS_PROPERTY = "verbena.soak.seconds";

    /** The system property for the seed. */
    public static final String SEED_PROPERTY = "verbena.soak.seed";

    private static final long USUAL_SECONDS = 15;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * Reads the settings from the system properties.
     *
     * @return the settings, with a random seed by default
     */
    public static SoakSettings fromProperties() {
        return new SoakSettings(
                Long.getLong(SEED_PROPERTY, System.nanoTime()),
                Duration.ofSeconds(Long.getLong(SECONDS_PROPERTY, USUAL_SECONDS)),
                PATIENCE,
                true);
    }
}
