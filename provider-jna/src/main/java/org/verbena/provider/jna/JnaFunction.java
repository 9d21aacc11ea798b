package org.verbena.provider.jna;

import com.sun.jna.Function;
import org.verbena.libibverbs.NativeFunction;

/**
 * A function pointer. JNA takes the arguments as objects: direct mapping, which does not, needs a symbol.
 *
 * @param function the function
 */
record JnaFunction(Function function) implements NativeFunction {
    @Override
    public long call(long first, long second, long third) {
        return function.invokeLong(new Object[] {first, second, third});
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        return function.invokeLong(new Object[] {first, second, third, fourth, fifth, sixth});
    }
}
