package org.verbena.provider.ffm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.verbena.libibverbs.NativeFunction;

/**
 * A function pointer with the method handles for it. Addresses of data are passed as numbers, which saves the JVM the
 * check of a segment for each of them. The function has to be a segment; one that is made where it is called vanishes in
 * compiled code, and with it the look at its class and its arena.
 *
 * @param address the function
 * @param brief whether the thread stays in the state "in Java" during the call, as of a critical function
 */
record FfmFunction(long address, boolean brief) implements NativeFunction {
    private static final FunctionDescriptor THREE = FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final FunctionDescriptor SIX =
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private static final MethodHandle CALL_THREE = Restricted.downcall(THREE);
    private static final MethodHandle CALL_SIX = Restricted.downcall(SIX);
    private static final MethodHandle CRITICAL_THREE = Restricted.downcall(THREE, Linker.Option.critical(false));
    private static final MethodHandle CRITICAL_SIX = Restricted.downcall(SIX, Linker.Option.critical(false));

    @Override
    public long call(long first, long second, long third) {
        try {
            return brief
                    ? (long) CRITICAL_THREE.invokeExact(function(), first, second, third)
                    : (long) CALL_THREE.invokeExact(function(), first, second, third);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        try {
            return brief
                    ? (long) CRITICAL_SIX.invokeExact(function(), first, second, third, fourth, fifth, sixth)
                    : (long) CALL_SIX.invokeExact(function(), first, second, third, fourth, fifth, sixth);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private MemorySegment function() {
        return MemorySegment.ofAddress(address);
    }
}
