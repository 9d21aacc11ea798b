// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;

/**
 * A function pointer with its method handles. Data addresses are passed as {@code long}, so the JVM does not check a
 * segment for each of them. The method handle requires the function itself as a segment. The segment is created at the
 * call site, so the JIT compiler eliminates it together with the checks of its class and its arena.
 *
 * @param address the address of the function
 * @param brief true if the thread stays in the state "in Java" during the call, as for a critical function
 */
record FfmFunction(long address, boolean brief) implements NativeFunction {
    private static final FunctionDescriptor THREE = FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final FunctionDescriptor SIX =
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    // Linking a handle takes milliseconds. Each handle has a holder class, so that it is linked by its first call
    // instead of at startup.

    private static final class CallThree {
        static final MethodHandle HANDLE = Restricted.downcall(THREE);
    }

    private static final class CallSix {
        static final MethodHandle HANDLE = Restricted.downcall(SIX);
    }

    private static final class CriticalThree {
        static final MethodHandle HANDLE = Restricted.downcall(THREE, Linker.Option.critical(false));
    }

    private static final class CriticalSix {
        static final MethodHandle HANDLE = Restricted.downcall(SIX, Linker.Option.critical(false));
    }

    @Override
    public long call(long first, long second, long third) {
        try {
            return brief
                    ? (long) CriticalThree.HANDLE.invokeExact(function(), first, second, third)
                    : (long) CallThree.HANDLE.invokeExact(function(), first, second, third);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        try {
            return brief
                    ? (long) CriticalSix.HANDLE.invokeExact(function(), first, second, third, fourth, fifth, sixth)
                    : (long) CallSix.HANDLE.invokeExact(function(), first, second, third, fourth, fifth, sixth);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private MemorySegment function() {
        return MemorySegment.ofAddress(address);
    }

    /** Returns a throwable of {@link MethodHandle#invokeExact} as a runtime exception, or throws an {@link Error}. */
    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof RuntimeException exception) {
            return exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw new AssertionError("a downcall threw a checked exception", thrown);
    }

    /**
     * Calls with capture of {@code errno}. One function type serves every function of up to six integer or pointer
     * parameters. Both architectures pass such parameters in registers, and a function ignores the registers that it
     * has no parameter for.
     */
    static final class Capturing {
        /** The layout of the state that the linker saves after the C function returns, before the JVM can change it. */
        static final StructLayout STATE = Linker.Option.captureStateLayout();

        private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

        private static final MethodHandle HANDLE = Restricted.downcall(SIX, Linker.Option.captureCallState("errno"));

        /** {@code int *__errno_location(void)} of the C library: the address of the thread's {@code errno}. */
        private static final MethodHandle ERRNO_LOCATION =
                Restricted.downcall(FunctionDescriptor.of(JAVA_LONG), Linker.Option.critical(false));

        private static final MemorySegment ERRNO_LOCATION_SYMBOL =
                Linker.nativeLinker().defaultLookup().find("__errno_location").orElseThrow();

        private Capturing() {}

        static NativeResult call(MemorySegment state, MemorySegment function, long[] arguments) {
            try {
                FfmMemory.ALL.putInt((long) ERRNO_LOCATION.invokeExact(ERRNO_LOCATION_SYMBOL), 0);
                long value = (long) HANDLE.invokeExact(
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
    }
}
