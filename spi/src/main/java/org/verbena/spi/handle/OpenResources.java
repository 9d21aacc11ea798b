package org.verbena.spi.handle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.verbena.spi.driver.DriverObject;
import org.verbena.spi.observe.HandleInfo;
import org.verbena.spi.observe.HandleSource;

/** What is open in a device context. It does not keep the application's handles from being collected. */
final class OpenResources implements HandleSource {
    private static final List<ObjectKind> NAMED_BY_EVENTS =
            Stream.of(ObjectKind.values()).filter(ObjectKind::hasEvents).toList();

    private final Resource context;
    private final AtomicLong created = new AtomicLong();

    /** Those that events name are found by the driver's object, the others by themselves. */
    private final Map<ObjectKind, Map<Object, Resource>> byKind = new EnumMap<>(ObjectKind.class);

    OpenResources(Resource context) {
        this.context = context;
        for (ObjectKind kind : ObjectKind.values()) {
            byKind.put(kind, new ConcurrentHashMap<>());
        }
    }

    /** Takes in what the driver has just created. */
    Resource add(ObjectKind kind, DriverObject object) {
        Resource resource = new Resource(context.contextId(), kind, created.incrementAndGet(), object);
        of(kind).put(key(resource), resource);
        return resource;
    }

    void remove(Resource resource) {
        of(resource.kind()).remove(key(resource), resource);
    }

    private Map<Object, Resource> of(ObjectKind kind) {
        return Objects.requireNonNull(byKind.get(kind));
    }

    private static Object key(Resource resource) {
        return resource.kind().hasEvents() ? resource.driver() : resource;
    }

    /** The application's object that stands for a driver's one, if both are still there. */
    Optional<Handle> handleOf(DriverObject object) {
        for (ObjectKind kind : NAMED_BY_EVENTS) {
            Resource resource = of(kind).get(object);
            if (resource != null) {
                return resource.handle();
            }
        }
        return Optional.empty();
    }

    /** It does not refer to this: what is registered forever because it was leaked keeps it. */
    SendGates sendGates() {
        return new SendGates(of(ObjectKind.QP).values());
    }

    /** All but the context: users before what they use. */
    List<Resource> inOrderOfTeardown() {
        List<Resource> resources = new ArrayList<>();
        byKind.values().forEach(ofKind -> resources.addAll(ofKind.values()));
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
