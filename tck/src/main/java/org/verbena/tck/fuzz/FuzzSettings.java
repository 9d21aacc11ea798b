package org.verbena.tck.fuzz;

/**
 * The amount of random input.
 *
 * @param seed the seed of the first request; each further request has the next one, so that each is repeatable
 * @param count the number of requests to each creation call
 */
public record FuzzSettings(long seed, int count) {
    /** The system property for the seed, by default a random one. */
    public static final String SEED_PROPERTY = "verbena.tck.seed";

    /** The system property for the number of requests. */
    public static final String COUNT_PROPERTY = "verbena.tck.requests";

    private static final int DEFAULT_COUNT = 10_000;

    /**
     * Returns the settings of the system properties.
     *
     * @return the settings
     */
    public static FuzzSettings fromProperties() {
        return new FuzzSettings(
                Long.getLong(SEED_PROPERTY, System.nanoTime()), Integer.getInteger(COUNT_PROPERTY, DEFAULT_COUNT));
    }
}
