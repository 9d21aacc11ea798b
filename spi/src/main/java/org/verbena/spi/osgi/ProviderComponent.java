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
 * A Declarative Services component that registers a provider with typed properties for as long as it is active:
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
 * It asks the provider whether it is available: when it starts and when its configuration is touched. A provider that is
 * not is registered as well, so that it can be seen and say why, but ranks below every one that is. When the component
 * ends, users lose the service first; then the provider is closed, if it can be.
 */
@ConsumerType
public abstract class ProviderComponent {
    /** How far below its usual rank an unavailable provider stands. */
    private static final int UNAVAILABLE = 1_000_000;

    private final VerbsProvider provider;
    private final ServiceRegistration<VerbsProvider> registration;

    /**
     * Registers a provider.
     *
     * @param bundle the bundle that it belongs to
     * @param provider the provider; closed at the end if it is {@link AutoCloseable}
     */
    protected ProviderComponent(BundleContext bundle, VerbsProvider provider) {
        this.provider = provider;
        this.registration = bundle.registerService(VerbsProvider.class, provider, properties(provider));
    }

    private static Dictionary<String, Object> properties(VerbsProvider provider) {
        Availability availability = provider.availability();
        int ranking = availability.isAvailable() ? provider.priority() : provider.priority() - UNAVAILABLE;
        return FrameworkUtil.asDictionary(Map.of(
                ServiceProperty.PROVIDER, provider.name(),
                ServiceProperty.NATIVE, provider.isNative(),
                ServiceProperty.AVAILABLE, availability.isAvailable(),
                Constants.SERVICE_RANKING, ranking,
                Constants.SERVICE_DESCRIPTION, availability.reason()));
    }

    /** Asks again whether the provider is available. */
    @Modified
    public final void refresh() {
        registration.setProperties(properties(provider));
    }

    /**
     * Withdraws the service, then closes the provider.
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
