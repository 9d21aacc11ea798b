// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.NumberTable;

/**
 * The numbers that work requests hold where C has pointers, for one type of object of a device.
 *
 * @param <T> the type of object
 */
public final class ReferenceNumbers<T> {
    private static final int LAST = 0xFF_FFFF;

    private final NumberTable<T> table = new NumberTable<>();
    private int next = 1;

    /** Creates an instance without references. */
    public ReferenceNumbers() {}

    /**
     * Assigns a number to an object.
     *
     * @param object the object
     * @return the number, not 0
     */
    public long add(T object) {
        while (table.get(next) != null) {
            advance();
        }
        int number = next;
        table.put(number, object);
        advance();
        return number;
    }

    private void advance() {
        next = next == LAST ? 1 : next + 1;
    }

    /**
     * Removes a number.
     *
     * @param number the number
     */
    public void remove(long number) {
        table.remove((int) number);
    }

    @Nullable
    T find(long number) {
        return number <= 0 || number > LAST ? null : table.get((int) number);
    }
}
