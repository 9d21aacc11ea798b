// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;

/**
 * A function pointer that is called directly through the libffi of JNA. JNA's {@code Function} would box the
 * arguments, and JNA's direct mapping needs a symbol. A direct libffi call needs neither. The arguments are stored in
 * memory that belongs to this object. Therefore only one thread at a time may call it.
 */
final class JnaFunction implements NativeFunction {
    private static final int SLOT = Long.BYTES;
    private static final int MAX_ARGUMENTS = 6;

    /** The block holds the argument values, then the pointers to them at this offset, then the result. */
    private static final int POINTERS = MAX_ARGUMENTS * SLOT;

    private static final int RESULT = 2 * POINTERS;
    private static final int SIZE = RESULT + SLOT;

    private final long function;
    private final Memory block = new Memory(SIZE);
    private final ByteBuffer values = block.getByteBuffer(0, SIZE).order(ByteOrder.nativeOrder());
    private final long address = Pointer.nativeValue(block);

    JnaFunction(long function) {
        this.function = function;
        for (int i = 0; i < MAX_ARGUMENTS; i++) {
            values.putLong(POINTERS + i * SLOT, address + i * (long) SLOT);
        }
    }

    @Override
    public long call(long first, long second, long third) {
        put(first, second, third);
        return call(CallInterface.OF_THREE);
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        put(first, second, third);
        values.putLong(3 * SLOT, fourth);
        values.putLong(4 * SLOT, fifth);
        values.putLong(5 * SLOT, sixth);
        return call(CallInterface.OF_SIX);
    }

    private void put(long first, long second, long third) {
        values.putLong(0, first);
        values.putLong(SLOT, second);
        values.putLong(2 * SLOT, third);
    }

    private long call(CallInterface callInterface) {
        // Reading the result needs more stack than the call, so an overflow must happen before the call.
        values.getLong(RESULT);
        try {
            Native.ffi_call(callInterface.address(), function, address + RESULT, address + POINTERS);
            return values.getLong(RESULT);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The libffi call interface ({@code ffi_cif}) of functions with a fixed number of arguments. Arguments and result
     * have the size of a register.
     */
    private static final class CallInterface {
        static final CallInterface OF_THREE = new CallInterface(3);
        static final CallInterface OF_SIX = new CallInterface(6);

        /** {@code FFI_DEFAULT_ABI} on x86-64 ({@code FFI_UNIX64}) and on aarch64 ({@code FFI_SYSV}). */
        private static final int X86_64_ABI = 2;

        private static final int AARCH64_ABI = 1;

        /** {@code FFI_TYPE_UINT64} of ffi.h. */
        private static final short UINT64 = 11;

        private static final int TYPE_SIZE = 24;
        private static final int TYPE_ALIGNMENT = 8;
        private static final int TYPE_TYPE = 10;

        private final Memory type = new Memory(TYPE_SIZE);
        private final Memory types;
        private final long address;

        private CallInterface(int arguments) {
            type.clear();
            type.setLong(0, Long.BYTES);
            type.setShort(TYPE_ALIGNMENT, (short) Long.BYTES);
            type.setShort(TYPE_TYPE, UINT64);
            types = new Memory((long) arguments * Long.BYTES);
            for (int i = 0; i < arguments; i++) {
                types.setPointer((long) i * Long.BYTES, type);
            }
            int abi = "aarch64".equals(System.getProperty("os.arch")) ? AARCH64_ABI : X86_64_ABI;
            address = Native.ffi_prep_cif(abi, arguments, Pointer.nativeValue(type), Pointer.nativeValue(types));
        }

        long address() {
            return address;
        }
    }
}
