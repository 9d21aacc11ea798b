package org.verbena.provider.jna;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.libibverbs.call.NativeFunction;

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
        try {
            Native.ffi_call(callInterface.address(), function, address + RESULT, address + POINTERS);
            return values.getLong(RESULT);
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
