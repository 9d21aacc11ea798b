// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lookup that chooses a provider. If the caller or the system property {@code verbena.provider} specifies a name, the
 * lookup chooses the provider with this name. The caller's name takes precedence. Otherwise the lookup chooses the
 * available provider with the highest priority. A named provider that is missing or unavailable is an error; the lookup
 * does not fall back to another provider. A lookup caches nothing, does not use the thread-context class loader, and
 * searches again at every call.
 *
 * <p>If no provider of real devices is available, a lookup without a name chooses a simulator. It then logs one warning
 * with the reasons to the logger {@code org.verbena.lookup}. A {@link #nativeOnly()} lookup fails instead.
 */
public final class ProviderLookup {
    /** The system property that names a provider. */
    public static final String PROVIDER_PROPERTY = "verbena.provider";

    private static final String LOGGER = "org.verbena.lookup";

    // hasNext() fails again for every provider that needs a newer JDK. The limit ends a loop that makes no progress.
    private static final int MAX_BROKEN = 16;

    private final Supplier<ServiceLoader<VerbsProvider>> services;
    private final List<VerbsProvider> instances;
    private final boolean nativeOnly;

    private ProviderLookup(
            Supplier<ServiceLoader<VerbsProvider>> services, List<VerbsProvider> instances, boolean nativeOnly) {
        this.services = services;
        this.instances = instances;
        this.nativeOnly = nativeOnly;
    }

    /**
     * Creates a lookup that uses the class loader of this library.
     *
     * @return the lookup
     */
    public static ProviderLookup create() {
        return in(VerbsProvider.class.getClassLoader());
    }

    /**
     * Creates a lookup that uses the given class loader.
     *
     * @param loader the class loader that sees the providers, or null for the system class loader
     * @return the lookup
     */
    public static ProviderLookup in(@Nullable ClassLoader loader) {
        return new ProviderLookup(() -> ServiceLoader.load(VerbsProvider.class, loader), List.of(), false);
    }

    /**
     * Creates a lookup in a module layer.
     *
     * @param layer the layer that contains the providers
     * @return the lookup
     */
    public static ProviderLookup in(ModuleLayer layer) {
        return new ProviderLookup(() -> ServiceLoader.load(layer, VerbsProvider.class), List.of(), false);
    }

    /**
     * Returns this lookup with additional candidates, for example OSGi services.
     *
     * @param providers the candidates; they take precedence over discovered providers with the same name
     * @return a changed copy
     */
    public ProviderLookup with(Collection<? extends VerbsProvider> providers) {
        return new ProviderLookup(services, List.copyOf(providers), nativeOnly);
    }

    /**
     * Returns this lookup restricted to providers of real devices. It never chooses a simulator.
     *
     * @return a changed copy
     */
    public ProviderLookup nativeOnly() {
        return new ProviderLookup(services, instances, true);
    }

    /**
     * Chooses the provider that the system property {@value #PROVIDER_PROPERTY} names, or otherwise the best available
     * provider. Logs a warning if the property is not set and the chosen provider is a simulator.
     *
     * @return the provider; {@link VerbsProvider#isNative()} distinguishes hardware from a simulator
     * @throws NoProviderException if no provider can be used
     */
    public VerbsProvider find() {
        String name = System.getProperty(PROVIDER_PROPERTY);
        return name == null || name.isBlank() ? best() : find(name.strip());
    }

    /**
     * Chooses a provider by name.
     *
     * @param name the name of the provider
     * @return the provider
     * @throws NoProviderException if the provider is missing or unavailable, or if it is a simulator and this lookup is
     *     restricted to native providers
     */
    public VerbsProvider find(String name) {
        // Checks the availability of this provider only: the check of a native provider loads its library.
        for (VerbsProvider provider : distinct(load(new ArrayList<>()))) {
            if (provider.name().equals(name) && usable(ProviderCandidate.of(provider))) {
                return provider;
            }
        }
        throw new NoProviderException("Provider \"" + name + "\" cannot be used", candidates());
    }

    /**
     * Returns every provider that can be found, with its availability.
     *
     * @return the candidates, highest priority first; those that could not be loaded come last
     * @throws NoProviderException if two different providers have the same name
     */
    public List<ProviderCandidate> candidates() {
        List<ProviderCandidate> broken = new ArrayList<>();
        List<VerbsProvider> found = distinct(load(broken));
        List<ProviderCandidate> candidates = new ArrayList<>(found.stream()
                .sorted(Comparator.comparingInt(VerbsProvider::priority)
                        .reversed()
                        .thenComparing(VerbsProvider::name))
                .map(ProviderCandidate::of)
                .toList());
        candidates.addAll(broken);
        return List.copyOf(candidates);
    }

    private VerbsProvider best() {
        List<ProviderCandidate> candidates = candidates();
        VerbsProvider best = candidates.stream()
                .filter(this::usable)
                .flatMap(candidate -> candidate.provider().stream())
                .findFirst()
                .orElseThrow(() -> new NoProviderException("No provider is available", candidates));
        if (!best.isNative()) {
            warn(best, candidates);
        }
        return best;
    }

    private static void warn(VerbsProvider simulator, List<ProviderCandidate> candidates) {
        System.getLogger(LOGGER)
                .log(
                        Level.WARNING,
                        () -> "No RDMA hardware is available: the simulator \"" + simulator.name()
                                + "\" is used. Set the system property " + PROVIDER_PROPERTY + "=" + simulator.name()
                                + " to choose it without this warning. Candidates:"
                                + NoProviderException.describe(candidates));
    }

    private boolean usable(ProviderCandidate candidate) {
        boolean wanted =
                !nativeOnly || candidate.provider().map(VerbsProvider::isNative).orElse(false);
        return wanted && candidate.availability().isAvailable();
    }

    private List<VerbsProvider> load(List<ProviderCandidate> broken) {
        List<VerbsProvider> found = new ArrayList<>(instances);
        Iterator<VerbsProvider> iterator = services.get().iterator();
        while (broken.size() < MAX_BROKEN) {
            // Both calls can throw. For a class file that is too new, hasNext() already throws.
            try {
                if (!iterator.hasNext()) {
                    break;
                }
                found.add(iterator.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                broken.add(ProviderCandidate.broken(e));
            }
        }
        return found;
    }

    private List<VerbsProvider> distinct(List<VerbsProvider> found) {
        Map<String, VerbsProvider> byName = new LinkedHashMap<>();
        for (VerbsProvider provider : found) {
            VerbsProvider first = byName.putIfAbsent(provider.name(), provider);
            if (first != null
                    && !instances.contains(first)
                    && !first.getClass().getName().equals(provider.getClass().getName())) {
                throw new NoProviderException("Two providers have the name \"" + provider.name() + "\": "
                        + first.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        return List.copyOf(byName.values());
    }
}
