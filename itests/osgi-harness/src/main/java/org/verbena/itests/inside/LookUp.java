// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import java.util.List;
import org.verbena.Device;
import org.verbena.NoProviderException;
import org.verbena.ProviderCandidate;
import org.verbena.ProviderLookup;
import org.verbena.Verbs;
import org.verbena.provider.sim.SimProvider;

/** Finds providers without OSGi services. */
public final class LookUp {
    private LookUp() {}

    /**
     * Looks up the providers by {@link java.util.ServiceLoader}.
     *
     * @return the names of the candidates, with the best first
     */
    public static List<String> candidates() {
        return ProviderLookup.create().candidates().stream()
                .map(ProviderCandidate::name)
                .toList();
    }

    /**
     * Looks up a provider by name.
     *
     * @param name the name of the provider
     * @return the class of the provider, or the message of the exception
     */
    public static String named(String name) {
        try {
            return Verbs.provider(name).getClass().getName();
        } catch (NoProviderException e) {
            return e.toString();
        }
    }

    /**
     * Creates a simulator without a lookup.
     *
     * @return the names of its devices
     */
    public static List<String> simulatorOfMyOwn() {
        return SimProvider.builder().device("rxe").build().devices().stream()
                .map(Device::name)
                .toList();
    }
}
