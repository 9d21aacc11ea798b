// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.spi.DriverMemory;

/** A linker that calls C through JNA. */
final class JnaLinker implements NativeLinker {
    private final NativeLibrary libibverbs;

    private JnaLinker(NativeLibrary libibverbs) {
        this.libibverbs = libibverbs;
    }

    static JnaLinker open() {
        JnaLoading.require();
        try {
            return new JnaLinker(NativeLibrary.getInstance("libibverbs.so.1"));
        } catch (UnsatisfiedLinkError e) {
            throw (UnsatisfiedLinkError) new UnsatisfiedLinkError(JnaLoading.reason(e)).initCause(e);
        }
    }

    @Override
    public long find(String symbol) {
        try {
            return Pointer.nativeValue(libibverbs.getFunction(symbol));
        } catch (UnsatisfiedLinkError e) {
            return 0;
        }
    }

    /**
     * Calls a function. JNA saves {@code errno} in a thread-local variable before its native method returns.
     *
     * @see Native#getLastError
     */
    @Override
    public NativeResult call(long function, long... arguments) {
        Object[] registers =
                Arrays.stream(Arrays.copyOf(arguments, MAX_ARGUMENTS)).boxed().toArray();
        Function callee = Function.getFunction(new Pointer(function));
        Native.setLastError(0);
        long value = callee.invokeLong(registers);
        return new NativeResult(value, Native.getLastError());
    }

    /** Ignores {@code brief}, because JNA has no separate path for brief calls. */
    @Override
    public NativeFunction function(long function, boolean brief) {
        return new JnaFunction(function);
    }

    @Override
    public DriverMemory allocate(long length) {
        return JnaBlock.allocate(length);
    }

    @Override
    public long addressOf(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer)) + buffer.position();
    }

    @Override
    public NativeMemory memory() {
        return JnaMemory.ALL;
    }

    @Override
    public NativeScratch scratch() {
        return new Scratch();
    }

    /** Zeroed scratch memory from {@code malloc(3)}. */
    private static final class Scratch implements NativeScratch {
        private final List<Memory> blocks = new ArrayList<>();

        @Override
        public long allocate(long size) {
            Memory block = new Memory(size);
            block.clear();
            blocks.add(block);
            return Pointer.nativeValue(block);
        }

        @Override
        public void close() {
            blocks.forEach(Memory::close);
        }
    }
}
