package org.verbena.libibverbs.driver;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The objects of a context that events may name: queues and queue pairs, by their pointers. */
final class EventElements {
    private final Map<Long, NativeObject> byPointer = new ConcurrentHashMap<>();

    /**
     * Pointers of malloc(3) differ in few bits, and a map would find many in the same place. So they are spread by a
     * multiplication, which makes two of no two.
     */
    static long key(long pointer) {
        return pointer * 0x9E37_79B9_7F4A_7C15L;
    }

    <T extends NativeObject> T add(T object) {
        byPointer.put(key(object.pointer()), object);
        return object;
    }

    /** C may have given the pointer to another object meanwhile, which stays. */
    void remove(NativeObject object) {
        byPointer.remove(key(object.pointer()), object);
    }

    <T> Optional<T> find(long pointer, Class<T> type) {
        return Optional.ofNullable(byPointer.get(key(pointer)))
                .filter(type::isInstance)
                .map(type::cast);
    }
}
