// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import org.jspecify.annotations.Nullable;

/** The memory keys of a device. A key has an index in its upper 24 bits, and 8 bits that the owner may choose. */
public final class KeyTable {
    private static final int INDEX_SHIFT = 8;

    private final NumberTable<MemoryKey> keys = new NumberTable<>();

    /** Creates an empty table. */
    public KeyTable() {}

    /**
     * Adds a region or window by its key.
     *
     * @param entry a region or a window
     */
    public void add(MemoryKey entry) {
        keys.put(entry.key() >>> INDEX_SHIFT, entry);
    }

    /**
     * Removes a region or window.
     *
     * @param entry a region or a window
     */
    public void remove(MemoryKey entry) {
        keys.remove(entry.key() >>> INDEX_SHIFT);
    }

    /**
     * Finds the region or window of a key.
     *
     * @param key the key
     * @return the region or the window, null if there is none or its key has changed
     */
    public @Nullable MemoryKey find(int key) {
        MemoryKey entry = keys.get(key >>> INDEX_SHIFT);
        return entry != null && entry.key() == key ? entry : null;
    }
}
