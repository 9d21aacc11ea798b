// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Returns the constants of an enum in turn.
 *
 * @param <E> the enum
 */
final class Turns<E extends Enum<E>> {
    private final E[] constants;
    private final AtomicInteger taken = new AtomicInteger();

    Turns(Class<E> type) {
        constants = type.getEnumConstants();
    }

    E next() {
        return constants[Math.floorMod(taken.getAndIncrement(), constants.length)];
    }
}
