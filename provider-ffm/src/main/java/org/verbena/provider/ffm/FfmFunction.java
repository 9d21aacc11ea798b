package org.verbena.provider.ffm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.verbena.libibverbs.NativeFunction;

/**
 * A function pointer with the method handles for it. The address is the only segment: addresses of data are passed as
 * numbers, which saves the JVM the check of a segment for each of them.
 *
 * @param address the function
 * @param brief whether the thread stays in the state "in Java" during the call, as of a critical function
 */
record FfmFunction(MemorySegment address, boolean brief) implements NativeFunction {
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
                    ? (long) CRITICAL_THREE.invokeExact(address, first, second, third)
                    : (long) CALL_THREE.invokeExact(address, first, second, third);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        try {
            return brief
                    ? (long) CRITICAL_SIX.invokeExact(address, first, second, third, fourth, fifth, sixth)
                    : (long) CALL_SIX.invokeExact(address, first, second, third, fourth, fifth, sixth);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }
}
