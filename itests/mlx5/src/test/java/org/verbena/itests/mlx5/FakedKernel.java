package org.verbena.itests.mlx5;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** What the faked kernel of this process counts: {@code fakeverbs.h}. */
@SuppressWarnings("restricted")
final class FakedKernel {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final long RTLD_DEFAULT = 0;

    /** {@code FAKEVERBS_COUNTER_OBJECTS}. */
    private static final int OBJECTS = 4;

    private static final MethodHandle COUNTER =
            LINKER.downcallHandle(preloaded("fakeverbs_counter"), FunctionDescriptor.of(JAVA_LONG, JAVA_INT));

    private FakedKernel() {}

    /** The objects that are alive. */
    static long objects() {
        try {
            return (long) COUNTER.invokeExact(OBJECTS);
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws nothing", e);
        }
    }

    /** A function of the library that the process was started with. */
    private static MemorySegment preloaded(String name) {
        MethodHandle dlsym = LINKER.downcallHandle(
                LINKER.defaultLookup().find("dlsym").orElseThrow(),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            return MemorySegment.ofAddress((long) dlsym.invokeExact(RTLD_DEFAULT, arena.allocateFrom(name)));
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws nothing", e);
        }
    }
}
