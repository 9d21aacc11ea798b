package org.verbena.spi.handle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.verbena.spi.driver.DriverObject;
import org.verbena.spi.observe.HandleInfo;
import org.verbena.spi.observe.HandleSource;

/** What is open in a device context. It does not keep the application's handles from being collected. */
final class OpenResources implements HandleSource {
    private final Resource context;
    private final AtomicLong created = new AtomicLong();
    private final Map<ObjectKind, Set<Resource>> byKind = new EnumMap<>(ObjectKind.class);

    /** Those that events name. */
    private final Map<DriverObject, Resource> byDriver = new ConcurrentHashMap<>();

    OpenResources(Resource context) {
        this.context = context;
        for (ObjectKind kind : ObjectKind.values()) {
            byKind.put(kind, ConcurrentHashMap.newKeySet());
        }
    }

    /** Takes in what the driver has just created. */
    Resource add(ObjectKind kind, DriverObject object) {
        Resource resource = new Resource(context.contextId(), kind, created.incrementAndGet(), object);
        of(kind).add(resource);
        if (kind.hasEvents()) {
            byDriver.put(object, resource);
        }
        return resource;
    }

    void remove(Resource resource) {
        of(resource.kind()).remove(resource);
        if (resource.kind().hasEvents()) {
            byDriver.remove(resource.driver(), resource);
        }
    }

    private Set<Resource> of(ObjectKind kind) {
        return Objects.requireNonNull(byKind.get(kind));
    }

    /** The application's object that stands for a driver's one, if both are still there. */
    Optional<Handle> handleOf(DriverObject object) {
        return Optional.ofNullable(byDriver.get(object)).flatMap(Resource::handle);
    }

    /** It does not refer to this: what is registered forever because it was leaked keeps it. */
    SendGates sendGates() {
        return new SendGates(of(ObjectKind.QP));
    }

    /** All but the context: users before what they use. */
    List<Resource> inOrderOfTeardown() {
        List<Resource> resources = new ArrayList<>();
        byKind.values().forEach(resources::addAll);
        return resources;
    }

    @Override
    public List<HandleInfo> handles() {
        List<Resource> resources = inOrderOfTeardown();
        resources.add(context);
        resources.sort(Comparator.comparingLong(Resource::number));
        return resources.stream()
                .filter(resource -> !resource.isClosed())
                .map(Resource::info)
                .toList();
    }
}
