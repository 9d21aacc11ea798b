package org.verbena.spi.observe;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The handles that are alive in this JVM, of all providers that share this copy of the SPI: each open device context and
 * the objects that it has.
 *
 * <p>To be in it keeps nothing alive. A handle that the application has lost is in it as leaked. A device context that
 * was lost together with all its objects leaves it when the garbage collector finds that, and the logger
 * {@code org.verbena.leaks} tells of it then.
 *
 * <p>Any thread may ask. It takes no lock of a device context, so that it does not wait for verbs under way: an object
 * that is created or closed meanwhile is in it or not.
 */
public final class Inventory {
    private static final Set<HandleSource> SOURCES =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    static {
        HandlesRegistration.registerIfAsked();
    }

    private Inventory() {}

    /**
     * What is alive.
     *
     * @return a snapshot, by device context and then by creation: the context first
     */
    public static List<HandleInfo> handles() {
        return List.copyOf(SOURCES).stream()
                .map(HandleSource::handles)
                .flatMap(Collection::stream)
                .sorted(Comparator.comparingLong(HandleInfo::contextId))
                .toList();
    }

    /**
     * Takes a device context in. Those that are opened through {@link org.verbena.spi.handle.ProviderDevices} are in already.
     *
     * @param source the context's handles; it is known weakly, so that whoever adds it must refer to it
     */
    public static void add(HandleSource source) {
        SOURCES.add(source);
    }
}
