package org.verbena.libibverbs.driver;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The objects of a context that events may name: queues and queue pairs, by their pointers. */
final class EventElements {
    private final Map<Long, NativeObject> byPointer = new ConcurrentHashMap<>();

    <T extends NativeObject> T add(T object) {
        byPointer.put(object.pointer(), object);
        return object;
    }

    /** C may have given the pointer to another object meanwhile, which stays. */
    void remove(NativeObject object) {
        byPointer.remove(object.pointer(), object);
    }

    <T> Optional<T> find(long pointer, Class<T> type) {
        return Optional.ofNullable(byPointer.get(pointer))
                .filter(type::isInstance)
                .map(type::cast);
    }
}
