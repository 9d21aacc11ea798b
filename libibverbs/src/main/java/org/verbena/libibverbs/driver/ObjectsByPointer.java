// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The objects of a context that events may contain: queues and queue pairs, by pointer. */
public final class ObjectsByPointer {
    private final Map<Long, NativeObject> byPointer = new ConcurrentHashMap<>();

    ObjectsByPointer() {}

    /**
     * Returns the hash key of a pointer. Pointers of malloc(3) differ in few bits and would collide in a map. A
     * multiplicative hash spreads them; it is injective, so it adds no collisions.
     *
     * @param pointer the pointer
     * @return the key
     */
    public static long key(long pointer) {
        return pointer * 0x9E37_79B9_7F4A_7C15L;
    }

    <T extends NativeObject> T add(T object) {
        byPointer.put(key(object.pointer()), object);
        return object;
    }

    /** Removes an object. C may have reused its pointer for another object, which remains. */
    void remove(NativeObject object) {
        byPointer.remove(key(object.pointer()), object);
    }

    <T> Optional<T> find(long pointer, Class<T> type) {
        return Optional.ofNullable(byPointer.get(key(pointer)))
                .filter(type::isInstance)
                .map(type::cast);
    }
}
