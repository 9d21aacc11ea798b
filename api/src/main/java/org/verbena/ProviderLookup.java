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
 * Chooses a provider: by name if one is given, else by the system property {@code verbena.provider}, else the available
 * one of the highest priority. A named provider that is missing or unavailable is an error, never a reason to take
 * another. Nothing is cached and no thread-context class loader is used: each lookup starts afresh.
 *
 * <p>A lookup without a name that chooses a simulator, because no provider of real devices is available, logs one warning
 * with the reasons. The logger is {@code org.verbena.lookup}. {@link #nativeOnly} fails instead.
 */
public final class ProviderLookup {
    /** The system property that names a provider. */
    public static final String PROVIDER_PROPERTY = "verbena.provider";

    private static final String LOGGER = "org.verbena.lookup";

    // A provider built for a newer JDK fails in hasNext() and again for each further one; this ends a loop that cannot.
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
     * A lookup with the class loader of this library.
     *
     * @return the lookup
     */
    public static ProviderLookup create() {
        return in(VerbsProvider.class.getClassLoader());
    }

    /**
     * A lookup with a class loader.
     *
     * @param loader the class loader that sees the providers, null for the system's
     * @return the lookup
     */
    public static ProviderLookup in(@Nullable ClassLoader loader) {
        return new ProviderLookup(() -> ServiceLoader.load(VerbsProvider.class, loader), List.of(), false);
    }

    /**
     * A lookup in a module layer.
     *
     * @param layer the layer that holds the providers
     * @return the lookup
     */
    public static ProviderLookup in(ModuleLayer layer) {
        return new ProviderLookup(() -> ServiceLoader.load(layer, VerbsProvider.class), List.of(), false);
    }

    /**
     * The same lookup with further candidates, for example OSGi services.
     *
     * @param providers the candidates; they come before those of the same name that are found
     * @return a changed copy
     */
    public ProviderLookup with(Collection<? extends VerbsProvider> providers) {
        return new ProviderLookup(services, List.copyOf(providers), nativeOnly);
    }

    /**
     * The same lookup among real devices only: no simulator is ever chosen.
     *
     * @return a changed copy
     */
    public ProviderLookup nativeOnly() {
        return new ProviderLookup(services, instances, true);
    }

    /**
     * Chooses: the provider of the property {@value #PROVIDER_PROPERTY}, else the best available one. Logs a warning if
     * that is a simulator and the property is not set.
     *
     * @return the provider; {@link VerbsProvider#isNative()} tells hardware from a simulator
     * @throws NoProviderException if there is none
     */
    public VerbsProvider find() {
        String name = System.getProperty(PROVIDER_PROPERTY);
        return name == null || name.isBlank() ? best() : find(name.strip());
    }

    /**
     * Chooses by name.
     *
     * @param name the provider's name
     * @return the provider
     * @throws NoProviderException if it is missing, unavailable or, for a lookup of native providers, not native
     */
    public VerbsProvider find(String name) {
        // Only this one is probed: to ask a native provider loads its library.
        for (VerbsProvider provider : distinct(load(new ArrayList<>()))) {
            if (provider.name().equals(name) && usable(ProviderCandidate.of(provider))) {
                return provider;
            }
        }
        throw new NoProviderException("Provider \"" + name + "\" cannot be used", candidates());
    }

    /**
     * Every provider that can be found, with its availability.
     *
     * @return the candidates, the highest priority first, those that could not be loaded last
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
            // Both calls can throw: a class file that is too new already in hasNext().
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
                throw new NoProviderException(
                        "Two providers are called \"" + provider.name() + "\": "
                                + first.getClass().getName() + " and "
                                + provider.getClass().getName(),
                        List.of());
            }
        }
        return List.copyOf(byName.values());
    }
}
