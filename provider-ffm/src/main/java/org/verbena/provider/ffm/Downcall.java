package org.verbena.provider.ffm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.verbena.libibverbs.call.NativeResult;

/**
 * Calls with capture of {@code errno}. One function type serves every function of up to six integer or pointer
 * parameters. Both architectures pass such parameters in registers, and a function ignores the registers that it has
 * no parameter for.
 */
final class Downcall {
    /** The layout of the state that the linker saves after the C function returns, before the JVM can change it. */
    static final StructLayout STATE = Linker.Option.captureStateLayout();

    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle SIX_LONGS = Restricted.downcall(
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.captureCallState("errno"));

    /** {@code int *__errno_location(void)} of the C library: the address of the thread's {@code errno}. */
    private static final MethodHandle ERRNO_LOCATION =
            Restricted.downcall(FunctionDescriptor.of(JAVA_LONG), Linker.Option.critical(false));

    private static final MemorySegment ERRNO_LOCATION_SYMBOL =
            Linker.nativeLinker().defaultLookup().find("__errno_location").orElseThrow();

    private Downcall() {}

    static NativeResult invoke(MemorySegment state, MemorySegment function, long[] arguments) {
        try {
            FfmMemory.ALL.putInt((long) ERRNO_LOCATION.invokeExact(ERRNO_LOCATION_SYMBOL), 0);
            long value = (long) SIX_LONGS.invokeExact(
                    function,
                    state,
                    register(arguments, 0),
                    register(arguments, 1),
                    register(arguments, 2),
                    register(arguments, 3),
                    register(arguments, 4),
                    register(arguments, 5));
            return new NativeResult(value, (int) ERRNO.get(state, 0L));
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static long register(long[] arguments, int index) {
        return index < arguments.length ? arguments[index] : 0;
    }

    /** Returns a throwable of {@link MethodHandle#invokeExact} as a runtime exception, or throws an {@link Error}. */
    static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof RuntimeException exception) {
            return exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw new AssertionError("a downcall throws nothing checked", thrown);
    }
}
