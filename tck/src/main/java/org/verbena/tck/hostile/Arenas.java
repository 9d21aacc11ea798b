// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Memory of arenas: {@code java.lang.foreign}, if the running JVM has it (22 and later). Reflection is necessary
 * because the kit is compiled for 17.
 */
final class Arenas {
    /** An arena with one segment. */
    static final class Memory {
        private final Object arena;
        private final Object segment;
        private final ByteBuffer buffer;

        private Memory(Object arena, Object segment, ByteBuffer buffer) {
            this.arena = arena;
            this.segment = segment;
            this.buffer = buffer;
        }

        ByteBuffer buffer() {
            return buffer.duplicate();
        }

        Object segment() {
            return segment;
        }

        void close() {
            try {
                arenaClass().getMethod("close").invoke(arena);
            } catch (InvocationTargetException e) {
                // The arena is already closed, belongs to another thread, or is in use.
                if (!(e.getCause() instanceof RuntimeException)) {
                    throw new IllegalStateException(e.getCause());
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Arenas() {}

    private static Class<?> arenaClass() throws ClassNotFoundException {
        return Class.forName("java.lang.foreign.Arena");
    }

    static Optional<Memory> shared(long size) {
        return open("ofShared", size);
    }

    static Optional<Memory> confined(long size) {
        return open("ofConfined", size);
    }

    private static Optional<Memory> open(String kind, long size) {
        if (Runtime.version().feature() < 22) {
            return Optional.empty();
        }
        try {
            Object arena = arenaClass().getMethod(kind).invoke(null);
            Object segment = arenaClass().getMethod("allocate", long.class).invoke(arena, size);
            ByteBuffer buffer = (ByteBuffer) Class.forName("java.lang.foreign.MemorySegment")
                    .getMethod("asByteBuffer")
                    .invoke(segment);
            return Optional.of(new Memory(arena, segment, buffer));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
