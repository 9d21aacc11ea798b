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

    private static final class Page {
        private final @Nullable Object[] slots = new Object[PAGE_SIZE];
        private int used;
    }

    private final @Nullable Page[] pages = new Page[PAGES];

    /** The last page that was given up: whoever makes one thing after another would allocate a page for each. */
    private @Nullable Page empty;

    /** An empty table. */
    public NumberTable() {}

    /**
     * Puts something at a number.
     *
     * @param number 24 bits
     * @param thing what to put there
     */
    public void put(int number, T thing) {
        Page page = pages[number >>> PAGE_SHIFT];
        if (page == null) {
            page = empty == null ? new Page() : empty;
            empty = null;
            pages[number >>> PAGE_SHIFT] = page;
        }
        int slot = number & PAGE_SIZE - 1;
        if (page.slots[slot] == null) {
            page.used++;
        }
        page.slots[slot] = thing;
    }

    /**
     * Removes what is at a number.
     *
     * @param number 24 bits
     */
    public void remove(int number) {
        Page page = pages[number >>> PAGE_SHIFT];
        int slot = number & PAGE_SIZE - 1;
        if (page == null || page.slots[slot] == null) {
            return;
        }
        page.slots[slot] = null;
        page.used--;
        if (page.used == 0) {
            pages[number >>> PAGE_SHIFT] = null;
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
        Page page = index < PAGES ? pages[index] : null;
        return page == null ? null : (T) page.slots[number & PAGE_SIZE - 1];
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
        for (Page page : pages) {
            if (page != null) {
                for (Object thing : page.slots.clone()) {
                    if (thing != null) {
                        action.accept((T) thing);
                    }
                }
            }
        }
    }
}
