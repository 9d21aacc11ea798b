package org.verbena;

/**
 * Whether a provider can be used here and now.
 *
 * @param isAvailable true when {@link VerbsProvider#devices()} can be expected to name a device
 * @param reason why, in a sentence for people; for an unavailable provider it says what to do about it
 */
public record Availability(boolean isAvailable, String reason) {
    /**
     * The answer of a provider that can be used.
     *
     * @param reason what makes it so, for example the library that was found
     * @return the answer
     */
    public static Availability available(String reason) {
        return new Availability(true, reason);
    }

    /**
     * The answer of a provider that cannot be used.
     *
     * @param reason why, and what to do about it
     * @return the answer
     */
    public static Availability unavailable(String reason) {
        return new Availability(false, reason);
    }
}
