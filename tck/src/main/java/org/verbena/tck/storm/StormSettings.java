package org.verbena.tck.storm;

/**
 * How long a storm lasts, and where its random numbers begin.
 *
 * @param seed the seed; what each step chooses depends on it, on the thread and on the number of the step alone
 * @param steps the number of steps of all threads together
 */
public record StormSettings(long seed, long steps) {
    /** The system property that says how many steps a storm takes. */
    public static final String STEPS_PROPERTY = "verbena.storm.steps";

    /** The system property that says where the random numbers begin. */
    public static final String SEED_PROPERTY = "verbena.storm.seed";

    /**
     * The settings of the system properties.
     *
     * @param usualSteps the number of steps where no property says it
     * @return the settings; without a property the seed is another one each time
     */
    public static StormSettings fromProperties(long usualSteps) {
        return new StormSettings(
                Long.getLong(SEED_PROPERTY, System.nanoTime()), Long.getLong(STEPS_PROPERTY, usualSteps));
    }
}
