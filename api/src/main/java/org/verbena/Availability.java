// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Objects;

/**
 * The availability of a provider, with the reason.
 *
 * @param isAvailable true if {@link VerbsProvider#devices()} is expected to list a device
 * @param reason the reason as a sentence; for an unavailable provider it includes a remedy
 */
public record Availability(boolean isAvailable, String reason) {
    /**
     * Asks a provider whether it can be used. One that throws cannot, so that it does not break a lookup of others.
     *
     * @param provider the provider, which may be a plug-in
     * @return the result of {@link VerbsProvider#availability()}, or the failure of that method
     */
    public static Availability of(VerbsProvider provider) {
        try {
            return Objects.requireNonNull(provider.availability(), "availability() returns null");
        } catch (RuntimeException | Error e) {
            return unavailable("its method availability() failed: " + e);
        }
    }

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
