package org.verbena.tck.soak;

import java.time.Duration;

/**
 * How long a soak lasts, and where its random numbers begin.
 *
 * @param seed the seed
 * @param duration how long messages are posted
 * @param patience how long a completion may take
 * @param breaking whether links break
 */
public record SoakSettings(long seed, Duration duration, Duration patience, boolean breaking) {
    /** The system property that says how many seconds a soak lasts. */
    public static final String SECONDS_PROPERTY = "verbena.soak.seconds";

    /** The system property that says where the random numbers begin. */
    public static final String SEED_PROPERTY = "verbena.soak.seed";

    private static final long USUAL_SECONDS = 15;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * The settings of the system properties.
     *
     * @return the settings; without a property the seed is another one each time
     */
    public static SoakSettings fromProperties() {
        return new SoakSettings(
                Long.getLong(SEED_PROPERTY, System.nanoTime()),
                Duration.ofSeconds(Long.getLong(SECONDS_PROPERTY, USUAL_SECONDS)),
                PATIENCE,
                true);
    }
}
