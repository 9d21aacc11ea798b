package org.verbena.tck.hostile;

/**
 * The number of hostile calls and the seed of their random numbers.
 *
 * @param seed the seed of the first episode; each further episode has the next one
 * @param calls the number of calls
 */
public record HostileSettings(long seed, long calls) {
    /** The system property for the number of calls. */
    public static final String CALLS_PROPERTY = "verbena.hostile.calls";

    /** The system property for the seed. By default, each run has another seed. */
    public static final String SEED_PROPERTY = "verbena.hostile.seed";

    /** The system property for the number of calls in an emulated guest, where calls are slow. */
    public static final String GUEST_CALLS_PROPERTY = "verbena.hostile.guest.calls";

    /**
     * Returns the settings of the system properties.
     *
     * @param usualCalls the default number of calls
     * @return the settings
     */
    public static HostileSettings fromProperties(long usualCalls) {
        return fromProperties(CALLS_PROPERTY, usualCalls);
    }

    /**
     * Returns the settings of the system properties for an emulated guest.
     *
     * @param usualCalls the default number of calls
     * @return the settings
     */
    public static HostileSettings ofGuest(long usualCalls) {
        return fromProperties(GUEST_CALLS_PROPERTY, usualCalls);
    }

    private static HostileSettings fromProperties(String callsProperty, long usualCalls) {
        return new HostileSettings(
                Long.getLong(SEED_PROPERTY, System.nanoTime()), Long.getLong(callsProperty, usualCalls));
    }
}
