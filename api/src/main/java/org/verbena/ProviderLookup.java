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
import java.util.Objects;
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
        List<ProviderCandidate> broken = new ArrayList<>();
        List<Plugin> plugins = plugins(broken);
        ProviderCandidate asked = null;
        for (Plugin plugin : plugins) {
            if (plugin.name().equals(name)) {
                // Checks the availability of this provider only: the check of a native provider loads its library.
                asked = plugin.candidate();
                if (usable(plugin, asked)) {
                    return plugin.provider();
                }
            }
        }
        throw new NoProviderException("Provider \"" + name + "\" cannot be used", candidates(plugins, broken, asked));
    }

    /**
     * Returns every provider that can be found, with its availability.
     *
     * @return the candidates, highest priority first; those that could not be loaded come last
     * @throws NoProviderException if two different providers have the same name
     */
    public List<ProviderCandidate> candidates() {
        List<ProviderCandidate> broken = new ArrayList<>();
        return candidates(plugins(broken), broken, null);
    }

    /** Asks each provider whether it is available, except for one that was already asked. */
    private static List<ProviderCandidate> candidates(
            List<Plugin> plugins, List<ProviderCandidate> broken, @Nullable ProviderCandidate asked) {
        List<ProviderCandidate> candidates = new ArrayList<>();
        for (Plugin plugin : plugins) {
            candidates.add(asked != null && asked.name().equals(plugin.name()) ? asked : plugin.candidate());
        }
        candidates.addAll(broken);
        return List.copyOf(candidates);
    }

    private VerbsProvider best() {
        List<ProviderCandidate> broken = new ArrayList<>();
        List<Plugin> plugins = plugins(broken);
        List<ProviderCandidate> candidates = candidates(plugins, broken, null);
        for (int i = 0; i < plugins.size(); i++) {
            Plugin plugin = plugins.get(i);
            if (usable(plugin, candidates.get(i))) {
                if (!plugin.isNative()) {
                    warn(plugin.name(), candidates);
                }
                return plugin.provider();
            }
        }
        throw new NoProviderException("No provider is available", candidates);
    }

    private static void warn(String simulator, List<ProviderCandidate> candidates) {
        System.getLogger(LOGGER)
                .log(
                        Level.WARNING,
                        () -> "No RDMA hardware is available: the simulator \"" + simulator
                                + "\" is used. Set the system property " + PROVIDER_PROPERTY + "=" + simulator
                                + " to choose it without this warning. Candidates:"
                                + NoProviderException.describe(candidates));
    }

    private boolean usable(Plugin plugin, ProviderCandidate candidate) {
        return (!nativeOnly || plugin.isNative()) && candidate.availability().isAvailable();
    }

    /** Returns the providers, highest priority first. Adds those that cannot be loaded or fail to a list. */
    private List<Plugin> plugins(List<ProviderCandidate> broken) {
        List<Plugin> plugins = new ArrayList<>();
        for (VerbsProvider instance : instances) {
            add(instance, plugins, broken);
        }
        int own = plugins.size();
        Iterator<VerbsProvider> iterator = services.get().iterator();
        while (broken.size() < MAX_BROKEN) {
            // Both calls can throw. For a class file that is too new, hasNext() already throws.
            try {
                if (!iterator.hasNext()) {
                    break;
                }
                add(iterator.next(), plugins, broken);
            } catch (ServiceConfigurationError | LinkageError e) {
                broken.add(ProviderCandidate.broken(e));
            }
        }
        return distinct(plugins, own);
    }

    private static void add(VerbsProvider provider, List<Plugin> plugins, List<ProviderCandidate> broken) {
        try {
            plugins.add(Plugin.of(provider));
        } catch (RuntimeException | Error e) {
            broken.add(ProviderCandidate.broken(provider, e));
        }
    }

    /** Removes providers with the name of an earlier one. The first providers are those of the caller. */
    private static List<Plugin> distinct(List<Plugin> found, int own) {
        Map<String, Integer> firsts = new LinkedHashMap<>();
        for (int i = 0; i < found.size(); i++) {
            Plugin plugin = found.get(i);
            Integer index = firsts.putIfAbsent(plugin.name(), i);
            if (index != null && index >= own && !found.get(index).className().equals(plugin.className())) {
                throw new NoProviderException("Two providers have the name \"" + plugin.name() + "\": "
                        + found.get(index).className() + " and " + plugin.className());
            }
        }
        return firsts.values().stream()
                .map(found::get)
                .sorted(Comparator.comparingInt(Plugin::priority).reversed().thenComparing(Plugin::name))
                .toList();
    }

    /** A provider, with properties that are read once, because a plug-in may throw. */
    private record Plugin(VerbsProvider provider, String className, String name, int priority, boolean isNative) {
        static Plugin of(VerbsProvider provider) {
            return new Plugin(
                    provider,
                    provider.getClass().getName(),
                    Objects.requireNonNull(provider.name(), "name() returns null"),
                    provider.priority(),
                    provider.isNative());
        }

        ProviderCandidate candidate() {
            return ProviderCandidate.of(name, provider);
        }
    }
}
