// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.call.NativeLinker.NativeFunction;

/**
 * The replacement for a function pointer that is NULL: the driver lacks the function, or lacks it for this object.
 * Calling the NULL pointer would be a defect of this library and crash the JVM.
 *
 * @param name the name of the function in C
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
