package org.verbena.tck.storm;

/**
 * The length of a storm and the seed of its random numbers.
 *
 * @param seed the seed; the choices of a step depend only on it, on the thread and on the number of the step
 * @param steps the number of steps of all threads together
 */
public record StormSettings(long seed, long steps) {
    /** The system property for the number of steps. */
    public static final String STEPS_PROPERTY = "verbena.storm.steps";

    /** The system property for the seed. */
    public static final String SEED_PROPERTY = "verbena.storm.seed";

    /**
     * Reads the settings from the system properties.
     *
     * @param usualSteps the default number of steps
     * @return the settings, with a random seed by default
     */
    public static StormSettings fromProperties(long usualSteps) {
        return new StormSettings(
                Long.getLong(SEED_PROPERTY, System.nanoTime()), Long.getLong(STEPS_PROPERTY, usualSteps));
    }
}
