// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;
import org.verbena.VerbsProvider;
import org.verbena.spi.osgi.ServiceProperty;

/**
 * A component that registers a second service for the provider that the configuration {@code org.verbena.backend}
 * selects. The service has the property {@code verbs.selected=true} and the highest rank.
 *
 * <p>The selection changes with the configuration, and when a provider is registered, is unregistered or becomes
 * available. The component then unregisters the old service before it registers the new one. Declarative Services
 * deactivates the components that refer to the old service, and activates them with the new one.
 */
@Component(
        name = "org.verbena.backend",
        service = {},
        immediate = true)
@Designate(ocd = BackendOptions.class)
public final class BackendComponent {
    private static final System.Logger LOGGER = System.getLogger("org.verbena.backend");

    /** The selected provider and its service. */
    private record Backend(VerbsProvider provider, ServiceRegistration<VerbsProvider> service) {}

    private final BundleContext bundle;
    private final Map<ServiceReference<VerbsProvider>, Candidate> candidates = new ConcurrentHashMap<>();
    private final Transitions transitions = new Transitions(this::follow);
    private volatile Optional<Choice> choice = Optional.empty();
    private final AtomicReference<@Nullable Backend> backend = new AtomicReference<>();

    /**
     * Creates a backend. Declarative Services calls this constructor.
     *
     * @param bundle the bundle
     */
    @Activate
    public BackendComponent(BundleContext bundle) {
        this.bundle = bundle;
    }

    /**
     * Adds a provider, or updates its properties.
     *
     * @param service the service of the provider
     * @param provider the provider
     */
    @Reference(
            name = "providers",
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            target = "(!(" + ServiceProperty.SELECTED + "=true))",
            updated = "bind",
            unbind = "unbind")
    public void bind(ServiceReference<VerbsProvider> service, VerbsProvider provider) {
        candidates.put(service, Candidate.of(provider, service));
        transitions.changed();
    }

    /**
     * Removes a provider.
     *
     * @param service the service of the provider
     * @param provider the provider, which is closed after this method returns
     */
    public void unbind(ServiceReference<VerbsProvider> service, VerbsProvider provider) {
        candidates.remove(service);
        // Not left to a transition in another thread: dependents must lose the service before the provider is closed.
        withdrawIf(provider::equals);
        transitions.changed();
    }

    /**
     * Applies the configuration.
     *
     * @param options the configuration
     */
    @Activate
    @Modified
    public void configure(BackendOptions options) {
        choice = Optional.of(Choice.of(options));
        transitions.changed();
    }

    /** Unregisters the service. */
    @Deactivate
    public void end() {
        choice = Optional.empty();
        withdrawIf(any -> true);
        transitions.changed();
    }

    private void withdrawIf(Predicate<VerbsProvider> unwanted) {
        Backend present = backend.get();
        if (present != null && unwanted.test(present.provider()) && backend.compareAndSet(present, null)) {
            present.service().unregister();
        }
    }

    private void follow() {
        Optional<Choice> asked = choice;
        Optional<VerbsProvider> wanted =
                asked.flatMap(choice -> choice.among(candidates.values())).map(Candidate::provider);
        withdrawIf(present -> wanted.filter(present::equals).isEmpty());
        if (backend.get() == null) {
            wanted.ifPresentOrElse(this::register, () -> asked.ifPresent(this::report));
        }
    }

    private void register(VerbsProvider provider) {
        LOGGER.log(Level.INFO, "the selected backend is " + provider.name());
        ServiceRegistration<VerbsProvider> service = bundle.registerService(
                VerbsProvider.class,
                provider,
                FrameworkUtil.asDictionary(Map.of(
                        ServiceProperty.PROVIDER,
                        provider.name(),
                        ServiceProperty.NATIVE,
                        provider.isNative(),
                        ServiceProperty.AVAILABLE,
                        true,
                        ServiceProperty.SELECTED,
                        true,
                        Constants.SERVICE_RANKING,
                        Integer.MAX_VALUE)));
        backend.set(new Backend(provider, service));
    }

    private void report(Choice unmet) {
        List<String> known = candidates.values().stream()
                .sorted(Comparator.comparingInt(Candidate::ranking).reversed())
                .map(Candidate::toString)
                .toList();
        LOGGER.log(
                Level.WARNING,
                "no backend is available: configuration org.verbena.backend requires provider=" + unmet.name()
                        + " native.only=" + unmet.nativeOnly() + ", available " + known);
    }
}
