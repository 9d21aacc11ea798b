package org.verbena.provider.jna;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * The libffi call interface ({@code ffi_cif}) of functions with a fixed number of arguments. Arguments and result have
 * the size of a register.
 */
final class CallInterface {
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
