// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
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

    /** The time in which a backend normally appears after a start. */
    private static final int PATIENCE_SECONDS = 10;

    /** The properties of the configuration, and those that the framework and its installers add. */
    private static final Pattern KNOWN = Pattern.compile(
            "provider|native\\.only|(service|component|osgi|felix|webconsole|org\\.apache)\\..*|[.:].*|.*\\.target");

    /** The selected provider and its service. */
    private record Backend(VerbsProvider provider, ServiceRegistration<VerbsProvider> service) {}

    private final BundleContext bundle;
    private final Map<ServiceReference<VerbsProvider>, Candidate> candidates = new ConcurrentHashMap<>();
    private final Transitions transitions = new Transitions(this::follow);
    private volatile Optional<Choice> choice = Optional.empty();
    private final AtomicReference<@Nullable Backend> backend = new AtomicReference<>();
    private final AtomicBoolean warns = new AtomicBoolean();

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
     * @param properties all its properties; one that is unknown is logged, because a typing error would otherwise
     *     select another provider
     */
    @Activate
    @Modified
    public void configure(BackendOptions options, Map<String, Object> properties) {
        List<String> unknown = properties.keySet().stream()
                .filter(name -> !KNOWN.matcher(name).matches())
                .sorted()
                .toList();
        if (!unknown.isEmpty()) {
            LOGGER.log(
                    Level.WARNING,
                    "configuration org.verbena.backend: unknown properties " + unknown
                            + " have no effect; known are provider and native.only");
        }
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

    /** Reports a missing backend. At a start and at a stop this is normal, so that a warning follows later. */
    private void report(Choice unmet) {
        LOGGER.log(Level.INFO, missing(unmet));
        if (warns.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .execute(this::warn);
        }
    }

    private void warn() {
        warns.set(false);
        if (backend.get() == null) {
            choice.ifPresent(unmet -> LOGGER.log(Level.WARNING, missing(unmet)));
        }
    }

    private String missing(Choice unmet) {
        List<String> known = candidates.values().stream()
                .sorted(Comparator.comparingInt(Candidate::ranking).reversed())
                .map(Candidate::toString)
                .toList();
        List<String> unresolved = Stream.of(bundle.getBundles())
                .filter(other -> other.getState() == Bundle.INSTALLED)
                .map(other -> String.valueOf(other.getSymbolicName()))
                .filter(name -> name.startsWith("org.verbena.provider."))
                .toList();
        return "no backend is available: configuration org.verbena.backend requires provider=" + unmet.name()
                + " native.only=" + unmet.nativeOnly() + ", providers " + known
                + (unresolved.isEmpty() ? "" : ", bundles that are not resolved " + unresolved);
    }
}
