package org.verbena.provider.sim.memory;

import org.jspecify.annotations.Nullable;

/** The memory keys of a device: an index in the upper 24 bits, and 8 bits that the owner may choose. */
public final class KeyTable {
    private static final int INDEX_SHIFT = 8;

    private final NumberTable<MemoryKey> keys = new NumberTable<>();

    /** An empty table. */
    public KeyTable() {}

    /**
     * Adds what a key stands for.
     *
     * @param entry a region or a window
     */
    public void add(MemoryKey entry) {
        keys.put(entry.key() >>> INDEX_SHIFT, entry);
    }

    /**
     * Removes it.
     *
     * @param entry a region or a window
     */
    public void remove(MemoryKey entry) {
        keys.remove(entry.key() >>> INDEX_SHIFT);
    }

    /**
     * Finds what a key stands for.
     *
     * @param key the key
     * @return the region or the window; null if there is none, or its key is another by now
     */
    public @Nullable MemoryKey find(int key) {
        MemoryKey entry = keys.get(key >>> INDEX_SHIFT);
        return entry != null && entry.key() == key ? entry : null;
    }
}
