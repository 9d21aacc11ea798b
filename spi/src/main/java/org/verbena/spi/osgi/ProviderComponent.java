// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.osgi;

import java.util.Dictionary;
import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.verbena.Availability;
import org.verbena.VerbsProvider;

/**
 * A Declarative Services component that registers a provider with typed properties while it is active:
 *
 * <pre>{@code
 * @Component(service = {}, immediate = true)
 * public final class MyComponent extends ProviderComponent {
 *     @Activate
 *     public MyComponent(BundleContext bundle) {
 *         super(bundle, new MyProvider());
 *     }
 * }
 * }</pre>
 *
 * <p>The component queries the availability of the provider on activation and on each modification of its
 * configuration. It also registers an unavailable provider, so that the provider is visible and reports the reason. The
 * ranking of an unavailable provider is below that of every available one. On deactivation, the component first
 * unregisters the service, and then closes the provider if it is {@link AutoCloseable}.
 */
@ConsumerType
public abstract class ProviderComponent {
    /** The amount by which the ranking of an unavailable provider is reduced. */
    private static final int UNAVAILABLE = 1_000_000;

    private final VerbsProvider provider;
    private final ServiceRegistration<VerbsProvider> registration;

    /**
     * Registers a provider.
     *
     * @param bundle the bundle that the provider belongs to
     * @param provider the provider; closed on deactivation if it is {@link AutoCloseable}
     */
    protected ProviderComponent(BundleContext bundle, VerbsProvider provider) {
        this.provider = provider;
        this.registration = bundle.registerService(VerbsProvider.class, provider, properties(provider));
    }

    private static Dictionary<String, Object> properties(VerbsProvider provider) {
        Availability availability = Availability.of(provider);
        int ranking = availability.isAvailable() ? provider.priority() : provider.priority() - UNAVAILABLE;
        return FrameworkUtil.asDictionary(Map.of(
                ServiceProperty.PROVIDER, provider.name(),
                ServiceProperty.NATIVE, provider.isNative(),
                ServiceProperty.AVAILABLE, availability.isAvailable(),
                Constants.SERVICE_RANKING, ranking,
                Constants.SERVICE_DESCRIPTION, availability.reason()));
    }

    /** Queries the availability of the provider again, and updates the service properties. */
    @Modified
    public final void refresh() {
        registration.setProperties(properties(provider));
    }

    /**
     * Unregisters the service, then closes the provider.
     *
     * @throws Exception if the provider cannot be closed
     */
    @Deactivate
    public final void withdraw() throws Exception {
        registration.unregister();
        if (provider instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }
}
