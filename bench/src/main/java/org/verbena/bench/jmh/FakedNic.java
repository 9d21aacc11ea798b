// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Runs the NIC of the faked kernel, as the counterpart in C does. Does nothing if that NIC is missing or runs in its
 * own thread.
 */
@SuppressWarnings("restricted")
final class FakedNic {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final long RTLD_DEFAULT = 0;
    /** {@code FAKEVERBS_NIC_MANUAL} of {@code fakeverbs.h}. */
    private static final int MANUAL = 1;

    private static final MethodHandle PROGRESS = progressFunction();

    private FakedNic() {}

    private static MethodHandle progressFunction() {
        return isManual()
                ? LINKER.downcallHandle(
                        preloaded("fakeverbs_progress_qp"),
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT),
                        Linker.Option.critical(false))
                : MethodHandles.empty(MethodType.methodType(int.class, int.class));
    }

    private static boolean isManual() {
        MemorySegment mode = preloaded("fakeverbs_nic_mode");
        if (mode.address() == 0) {
            return false;
        }
        try {
            return (int) LINKER.downcallHandle(mode, FunctionDescriptor.of(JAVA_INT))
                            .invokeExact()
                    == MANUAL;
        } catch (Throwable e) {
            throw new AssertionError("a downcall threw an exception", e);
        }
    }

    /** Returns a function of a preloaded library; the linker's own lookup covers only the C library. */
    private static MemorySegment preloaded(String name) {
        MethodHandle dlsym = LINKER.downcallHandle(
                LINKER.defaultLookup().find("dlsym").orElseThrow(),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            return MemorySegment.ofAddress((long) dlsym.invokeExact(RTLD_DEFAULT, arena.allocateFrom(name)));
        } catch (Throwable e) {
            throw new AssertionError("a downcall threw an exception", e);
        }
    }

    /** Executes the work requests posted to a queue pair. */
    static int progress(int qpNum) {
        try {
            return (int) PROGRESS.invokeExact(qpNum);
        } catch (Throwable e) {
            throw new AssertionError("a downcall threw an exception", e);
        }
    }
}
