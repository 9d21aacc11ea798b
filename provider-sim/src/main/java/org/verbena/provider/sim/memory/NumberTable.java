package org.verbena.provider.sim.memory;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Things by numbers of 24 bits, found without hashing and without boxing.
 *
 * @param <T> what they are
 */
public final class NumberTable<T> {
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_SIZE = 1 << PAGE_SHIFT;
    private static final int PAGES = 1 << (24 - PAGE_SHIFT);

    private final @Nullable Object[] @Nullable [] pages = new Object[PAGES][];

    /** How many things each page has. */
    private final short[] used = new short[PAGES];

    /** The last page that was given up: whoever makes one thing after another would allocate a page for each. */
    private @Nullable Object @Nullable [] empty;

    /** An empty table. */
    public NumberTable() {}

    /**
     * Puts something at a number.
     *
     * @param number 24 bits
     * @param thing what to put there
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
     * Removes what is at a number.
     *
     * @param number 24 bits
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
     * Finds what is at a number.
     *
     * @param number any
     * @return the thing, or null
     */
    @SuppressWarnings("unchecked") // only put writes to a page
    public @Nullable T get(int number) {
        int index = number >>> PAGE_SHIFT;
        @Nullable Object[] page = index < PAGES ? pages[index] : null;
        return page == null ? null : (T) page[number & PAGE_SIZE - 1];
    }

    /**
     * Finds what is at a number that somebody made up.
     *
     * @param number any
     * @return the thing, or null
     */
    public @Nullable T find(long number) {
        return number == (int) number ? get((int) number) : null;
    }

    /**
     * Does something with every thing.
     *
     * @param action what
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
