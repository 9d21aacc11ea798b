// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

/** The object that a memory key identifies: a region, or a window to one. */
public abstract class MemoryKey {
    private int key;

    MemoryKey(int key) {
        this.key = key;
    }

    /**
     * Returns the key.
     *
     * @return {@code lkey} or {@code rkey}
     */
    public final int key() {
        return key;
    }

    final void rekey(int value) {
        key = value;
    }

    /**
     * Finds the memory that a queue pair's own work request names.
     *
     * @param domain the protection domain of the work request
     * @param access the access to the memory, flags of {@link org.verbena.attr.AccessFlag}
     * @param address the address of the first byte
     * @param length the number of bytes
     * @param places receives the places
     * @return whether the memory exists and the access is permitted
     */
    public abstract boolean local(Object domain, int access, long address, long length, Segments places);

    /**
     * Finds the beginning of the memory that a queue pair's own work request names, as far as the request may access
     * it.
     *
     * @param domain the protection domain of the work request
     * @param access the access to the memory, flags of {@link org.verbena.attr.AccessFlag}
     * @param address the address of the first byte
     * @param length the number of bytes
     * @param places receives the places
     * @return the number of bytes, less than {@code length} if the rest is out of bounds or not permitted
     */
    public final long localPart(Object domain, int access, long address, long length, Segments places) {
        if (local(domain, access, address, length, places)) {
            return length;
        }
        long before = places.length();
        long good = 0;
        for (long bad = length; bad - good > 1; ) {
            long tried = good + (bad - good) / 2;
            if (local(domain, access, address, tried, places)) {
                good = tried;
            } else {
                bad = tried;
            }
            places.truncate(before);
        }
        if (good > 0) {
            local(domain, access, address, good, places);
        }
        return good;
    }

    /**
     * Returns whether a queue pair's own work request may access memory of this key, regardless of the address.
     *
     * @param domain the protection domain of the work request
     * @param access the access to the memory, flags of {@link org.verbena.attr.AccessFlag}
     * @return whether the access is permitted
     */
    public abstract boolean serves(Object domain, int access);

    /**
     * Finds the memory that a peer names.
     *
     * @param user the queue pair that receives the request
     * @param domain the protection domain of that queue pair
     * @param access the access to the memory, flags of {@link org.verbena.attr.AccessFlag}
     * @param address the address of the first byte
     * @param length the number of bytes
     * @param places receives the places
     * @return whether the memory exists and the access is permitted
     */
    public abstract boolean remote(Object user, Object domain, int access, long address, long length, Segments places);

    /**
     * Returns whether a peer may access all memory of this key.
     *
     * @param user the queue pair that receives the request
     * @param domain the protection domain of that queue pair
     * @param access the access to the memory, flags of {@link org.verbena.attr.AccessFlag}
     * @return whether the access is permitted
     */
    public abstract boolean grants(Object user, Object domain, int access);
}
