package org.verbena.spi.handle;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.verbena.spi.driver.DriverObject;
import org.verbena.spi.observe.HandleInfo;
import org.verbena.spi.observe.HandleSource;

/** What is open in a device context. It does not keep the application's handles from being collected. */
final class OpenResources implements HandleSource {
    private final Resource context;
    private final AtomicLong created = new AtomicLong();
    private final Set<Resource> resources = ConcurrentHashMap.newKeySet();
    private final Map<DriverObject, Resource> byDriver = new ConcurrentHashMap<>();

    OpenResources(Resource context) {
        this.context = context;
    }

    /** Takes in what the driver has just created. */
    Resource add(ObjectKind kind, DriverObject object) {
        Resource resource = new Resource(context.contextId(), kind, created.incrementAndGet(), object);
        resources.add(resource);
        byDriver.put(object, resource);
        return resource;
    }

    void remove(Resource resource) {
        resources.remove(resource);
        byDriver.remove(resource.driver(), resource);
    }

    /** The application's object that stands for a driver's one, if both are still there. */
    Optional<Handle> handleOf(DriverObject object) {
        return Optional.ofNullable(byDriver.get(object)).flatMap(Resource::handle);
    }

    /** All but the context: users before what they use. */
    List<Resource> inOrderOfTeardown() {
        return resources.stream().sorted(Comparator.comparing(Resource::kind)).toList();
    }

    @Override
    public List<HandleInfo> handles() {
        return Stream.concat(Stream.of(context), resources.stream().sorted(Comparator.comparingLong(Resource::number)))
                .filter(resource -> !resource.isClosed())
                .map(Resource::info)
                .toList();
    }
}
