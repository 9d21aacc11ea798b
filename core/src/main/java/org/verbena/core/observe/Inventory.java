// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The live handles in this JVM, of all providers that share this copy of module core: each open device context and its
 * objects.
 *
 * <p>The inventory does not keep handles reachable. A handle that the application lost is listed as leaked. A device
 * context that was lost together with all its objects disappears when the garbage collector finds it. The logger
 * {@code org.verbena.leaks} then reports the leak.
 *
 * <p>Any thread may query the inventory. A query takes no lock of a device context, so it does not wait for verbs in
 * progress. An object that is created or closed concurrently may or may not be listed.
 */
public final class Inventory {
    private static final Set<HandleSource> SOURCES =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    static {
        HandlesRegistration.registerIfAsked();
    }

    private Inventory() {}

    /** {@return the live handles, ordered by device context and then by creation; each context precedes its objects} */
    public static List<HandleInfo> handles() {
        return List.copyOf(SOURCES).stream()
                .map(HandleSource::handles)
                .flatMap(Collection::stream)
                .sorted(Comparator.comparingLong(HandleInfo::contextId))
                .toList();
    }

    /**
     * Returns the counters of a port of an open device.
     *
     * @param contextId the {@link HandleInfo#contextId} of the device context
     * @param portNum the port, from 1; 0 for the counters of the device
     * @return the numbers by name; empty if there is no such open context, or if the port has no counters
     */
    public static Map<String, Long> portCounters(long contextId, int portNum) {
        return counterSource(contextId)
                .map(source -> source.portCounters(portNum))
                .orElse(Map.of());
    }

    /**
     * Returns the counters of the open objects of a device context that count, see {@link DataPathCounters}.
     *
     * @param contextId the {@link HandleInfo#contextId} of the device context
     * @return the counters by the {@link HandleInfo#name} of the object; each has the present values by the names of
     *     {@link DeviceCounters}
     */
    public static Map<String, Map<String, Long>> counters(long contextId) {
        return counterSource(contextId).map(CounterSource::counters).orElse(Map.of());
    }

    private static Optional<CounterSource> counterSource(long contextId) {
        return List.copyOf(SOURCES).stream()
                .filter(source -> source.handles().stream().anyMatch(handle -> handle.contextId() == contextId))
                .filter(CounterSource.class::isInstance)
                .map(CounterSource.class::cast)
                .findFirst();
    }

    /**
     * Adds a device context. Contexts opened through {@link org.verbena.core.ProviderDevices} are added
     * automatically.
     *
     * @param source the handles of the context; the inventory references it weakly, so the caller must keep it
     *     reachable
     */
    public static void add(HandleSource source) {
        SOURCES.add(source);
    }
}
