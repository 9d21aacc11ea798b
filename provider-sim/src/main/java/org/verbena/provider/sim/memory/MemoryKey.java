package org.verbena.provider.sim.memory;

/** What a memory key stands for: a region, or a window to one. */
public abstract class MemoryKey {
    private int key;

    MemoryKey(int key) {
        this.key = key;
    }

    /**
     * The key.
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
     * @param domain the domain of the work request
     * @param access what is done to the memory, flags of {@link org.verbena.AccessFlag}
     * @param address the first byte
     * @param length number of bytes
     * @param places receives the places
     * @return whether that is allowed and the memory there
     */
    public abstract boolean local(Object domain, int access, long address, long length, Segments places);

    /**
     * Finds the beginning of the memory that a queue pair's own work request names, as far as the request may use it.
     *
     * @param domain the domain of the work request
     * @param access what is done to the memory, flags of {@link org.verbena.AccessFlag}
     * @param address the first byte
     * @param length number of bytes
     * @param places receives the places
     * @return the number of bytes, less than {@code length} if the rest is out of bounds or not allowed
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
     * Whether a queue pair's own work request may do something to memory of this key, wherever it lies.
     *
     * @param domain the domain of the work request
     * @param access what is done, flags of {@link org.verbena.AccessFlag}
     * @return whether that is allowed
     */
    public abstract boolean serves(Object domain, int access);

    /**
     * Finds the memory that a peer names.
     *
     * @param user the queue pair that the peer sends to
     * @param domain the domain of that queue pair
     * @param access what is done to the memory, flags of {@link org.verbena.AccessFlag}
     * @param address the first byte
     * @param length number of bytes
     * @param places receives the places
     * @return whether that is allowed and the memory there
     */
    public abstract boolean remote(Object user, Object domain, int access, long address, long length, Segments places);

    /**
     * Whether a peer may do something to all of the memory.
     *
     * @param user the queue pair that the peer sends to
     * @param domain the domain of that queue pair
     * @param access what is done, flags of {@link org.verbena.AccessFlag}
     * @return whether that is allowed
     */
    public abstract boolean grants(Object user, Object domain, int access);
}
