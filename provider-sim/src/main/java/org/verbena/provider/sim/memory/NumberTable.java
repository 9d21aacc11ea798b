// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A table of objects by numbers of 24 bits. A lookup needs no hashing and no boxing.
 *
 * @param <T> the type of the objects
 */
public final class NumberTable<T> {
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_SIZE = 1 << PAGE_SHIFT;
    private static final int PAGES = 1 << (24 - PAGE_SHIFT);

    private final @Nullable Object[] @Nullable [] pages = new Object[PAGES][];

    /** The number of objects in each page. */
    private final short[] used = new short[PAGES];

    /**
     * The last page that became empty. Without it, repeated creation and removal of one object would allocate a page
     * each time.
     */
    private @Nullable Object @Nullable [] empty;

    /** Creates an empty table. */
    public NumberTable() {}

    /**
     * Sets the object at a number.
     *
     * @param number the number, 24 bits
     * @param thing the object
     */
    public void put(int number, T thing) {
        int index = number >>> PAGE_SHIFT;
        @Nullable Object[] page = pages[index];
        if (page == null) {
            page = empty == null ? new Object[PAGE_SIZE] : empty;
            empty = null;
            pages[index] = page;
        }
        int slot = number & PAGE_SIZE - 1;
        if (page[slot] == null) {
            used[index]++;
        }
        page[slot] = thing;
    }

    /**
     * Removes the object at a number.
     *
     * @param number the number, 24 bits
     */
    public void remove(int number) {
        int index = number >>> PAGE_SHIFT;
        @Nullable Object[] page = pages[index];
        int slot = number & PAGE_SIZE - 1;
        if (page == null || page[slot] == null) {
            return;
        }
        page[slot] = null;
        used[index]--;
        if (used[index] == 0) {
            pages[index] = null;
            empty = page;
        }
    }

    /**
     * Returns the object at a number.
     *
     * @param number any number
     * @return the object, null if there is none
     */
    @SuppressWarnings("unchecked") // only put writes to a page
    public @Nullable T get(int number) {
        int index = number >>> PAGE_SHIFT;
        @Nullable Object[] page = index < PAGES ? pages[index] : null;
        return page == null ? null : (T) page[number & PAGE_SIZE - 1];
    }

    /**
     * Returns the object at a number that may be out of range.
     *
     * @param number any number
     * @return the object, null if there is none
     */
    public @Nullable T find(long number) {
        return number == (int) number ? get((int) number) : null;
    }

    /**
     * Runs an action for every object.
     *
     * @param action the action
     */
    @SuppressWarnings("unchecked") // only put writes to a page
    public void forEach(Consumer<T> action) {
        for (@Nullable Object[] page : pages) {
            if (page != null) {
                for (Object thing : page.clone()) {
                    if (thing != null) {
                        action.accept((T) thing);
                    }
                }
            }
        }
    }
}
