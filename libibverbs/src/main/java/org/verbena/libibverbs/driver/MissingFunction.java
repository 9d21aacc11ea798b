package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.NativeFunction;

/**
 * Stands for a function pointer that is NULL: the driver has no such function, or not for this object. A call of it
 * would be a mistake of ours, and end the JVM.
 *
 * @param name the function's name in C
 */
record MissingFunction(String name) implements NativeFunction {
    @Override
    public long call(long first, long second, long third) {
        throw new IllegalStateException("the driver has no " + name + " here");
    }

    @Override
    public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
        return call(first, second, third);
    }
}
