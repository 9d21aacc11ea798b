// SPDX-License-Identifier: Apache-2.0
package org.verbena;

/**
 * The availability of a provider, with the reason.
 *
 * @param isAvailable true if {@link VerbsProvider#devices()} is expected to list a device
 * @param reason the reason as a sentence; for an unavailable provider it includes a remedy
 */
public record Availability(boolean isAvailable, String reason) {
    /**
     * Creates the result for a provider that can be used.
     *
     * @param reason the reason, for example the library that was found
     * @return the result
     */
    public static Availability available(String reason) {
        return new Availability(true, reason);
    }

    /**
     * Creates the result for a provider that cannot be used.
     *
     * @param reason the reason and a remedy
     * @return the result
     */
    public static Availability unavailable(String reason) {
        return new Availability(false, reason);
    }
}
