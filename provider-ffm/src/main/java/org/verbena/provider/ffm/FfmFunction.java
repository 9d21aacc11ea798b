package org.verbena.provider.ffm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.verbena.libibverbs.call.NativeFunction;

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
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        try {
            return brief
                    ? (long) CriticalSix.HANDLE.invokeExact(function(), first, second, third, fourth, fifth, sixth)
                    : (long) CallSix.HANDLE.invokeExact(function(), first, second, third, fourth, fifth, sixth);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private MemorySegment function() {
        return MemorySegment.ofAddress(address);
    }
}
