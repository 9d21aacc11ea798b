// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.core.counters.DeviceTally;
import org.verbena.core.counters.Tally;
import org.verbena.core.observe.CounterSource;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.ObjectKind;
import org.verbena.core.observe.PendingCompletions;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverObject;

/**
 * The open objects of a device context. It does not prevent the garbage collector from collecting the handles of the
 * application.
 */
final class OpenResources implements CounterSource {
    private static final List<ObjectKind> NAMED_BY_EVENTS =
            Stream.of(ObjectKind.values()).filter(ObjectKind::hasEvents).toList();

    private final Resource context;
    private final AtomicLong created = new AtomicLong();

    /** The resources by kind and key. The key is the driver object for kinds that events contain, else the resource. */
    private final Map<ObjectKind, Map<Object, Resource>> byKind = new EnumMap<>(ObjectKind.class);

    /** The counters of the objects that were created while counting was enabled. */
    private final Map<Resource, List<Tally>> counted = new ConcurrentHashMap<>();

    private final DeviceTally total;

    OpenResources(Resource context) {
        this.context = context;
        this.total = DeviceTally.of(
                context.contextId().provider(), context.contextId().device());
        for (ObjectKind kind : ObjectKind.values()) {
            byKind.put(kind, new ConcurrentHashMap<>());
        }
    }

    /** Adds an object that the driver has just created. */
    Resource add(ObjectKind kind, DriverObject object) {
        Resource resource = new Resource(context.contextId(), kind, created.incrementAndGet(), object);
        of(kind).put(key(resource), resource);
        return resource;
    }

    void remove(Resource resource) {
        of(resource.kind()).remove(key(resource), resource);
        endCounting(resource);
    }

    /** Lists the number of open objects of each kind that can use objects of this kind; empty if there are none. */
    String users(ObjectKind used) {
        return byKind.entrySet().stream()
                .filter(kind ->
                        kind.getKey().compareTo(used) < 0 && !kind.getValue().isEmpty())
                .map(kind ->
                        kind.getKey().description() + ": " + kind.getValue().size())
                .collect(Collectors.joining(", "));
    }

    /** Tells listeners that the device has been opened. */
    void announce() {
        total.announce();
    }

    /** Adds counters of an object. They count until the object is closed, or its handle is lost. */
    Tally count(Handle handle, Tally tally) {
        DeviceTally device = total;
        device.add(tally);
        counted.merge(
                handle.resource(),
                List.of(tally),
                (some, more) -> Stream.of(some, more).flatMap(List::stream).toList());
        LeakReports.afterLoss(handle, () -> device.end(tally));
        return tally;
    }

    void endCounting(Resource resource) {
        List<Tally> ended = counted.remove(resource);
        if (ended != null) {
            ended.forEach(total::end);
        }
    }

    private Map<Object, Resource> of(ObjectKind kind) {
        return Objects.requireNonNull(byKind.get(kind));
    }

    private static Object key(Resource resource) {
        return resource.kind().hasEvents() ? resource.driver() : resource;
    }

    /** Returns the handle of a driver object, if both still exist. */
    @Nullable
    Handle handleOf(DriverObject object) {
        for (ObjectKind kind : NAMED_BY_EVENTS) {
            Resource resource = of(kind).get(object);
            if (resource != null) {
                return resource.handle();
            }
        }
        return null;
    }

    /**
     * Returns the gates of all queue pairs. The result does not refer to this object, because a leaked region that
     * stays registered keeps the result reachable.
     */
    SendGates sendGates() {
        return new SendGates(of(ObjectKind.QP).values());
    }

    /** Returns all objects except the context, users before the objects that they use. */
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

    /** Returns the completion queues with completions that the application has not polled. */
    List<PendingCompletions> pendingCompletions() {
        return of(ObjectKind.CQ).values().stream()
                .filter(resource -> !resource.isClosed())
                .sorted(Comparator.comparingLong(Resource::number))
                .map(resource ->
                        new PendingCompletions(resource.info(), ((DriverCq) resource.driver()).pendingCompletions()))
                .filter(pending -> pending.count() > 0)
                .toList();
    }

    @Override
    public Map<String, Map<String, Long>> counters() {
        Map<String, Map<String, Long>> byName = new TreeMap<>();
        counted.forEach((resource, tallies) -> {
            if (!resource.isClosed()) {
                Map<String, Long> values = new TreeMap<>();
                tallies.forEach(tally -> values.putAll(tally.values()));
                byName.put(resource.toString(), values);
            }
        });
        return byName;
    }

    @Override
    public Map<String, Long> portCounters(int portNum) {
        try {
            return context.handle() instanceof ContextHandle handle ? handle.portCounters(portNum) : Map.of();
        } catch (ClosedHandleException e) {
            return Map.of();
        }
    }
}
