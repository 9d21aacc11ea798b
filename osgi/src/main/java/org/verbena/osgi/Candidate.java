// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import java.util.Objects;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.verbena.Availability;
import org.verbena.VerbsProvider;
import org.verbena.spi.osgi.ServiceProperty;

/**
 * The service of a provider.
 *
 * @param provider the provider
 * @param ranking the rank of the service, default 0
 * @param availability the availability according to the service's properties, otherwise according to the provider
 */
record Candidate(VerbsProvider provider, int ranking, Availability availability) {
    static Candidate of(VerbsProvider provider, ServiceReference<VerbsProvider> service) {
        int ranking = service.getProperty(Constants.SERVICE_RANKING) instanceof Integer rank ? rank : 0;
        return new Candidate(provider, ranking, availability(provider, service));
    }

    private static Availability availability(VerbsProvider provider, ServiceReference<VerbsProvider> service) {
        if (service.getProperty(ServiceProperty.AVAILABLE) instanceof Boolean available) {
            String reason = Objects.toString(service.getProperty(Constants.SERVICE_DESCRIPTION), "");
            return new Availability(available, reason);
        }
        return Availability.of(provider);
    }

    boolean isAvailable() {
        return availability.isAvailable();
    }

    /** Returns text for display, for example {@code ffm: unavailable: …}. */
    @Override
    public String toString() {
        return provider.name() + ": " + (isAvailable() ? "available: " : "unavailable: ") + availability.reason();
    }
}
