// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The I/O map of the peer ({@code remote_iomap} of rsocket.c). Its entries describe memory of this side that the peer
 * may write. Not safe for use by several threads.
 */
public final class PeerIoMap {
    private int size;
    private @Nullable IoRange[] ranges = new IoRange[0];
    private final Queue<Integer> waiting = new ArrayDeque<>();

    PeerIoMap() {}

    /** Starts with the number of entries that the peer offers. */
    void connected(int entries) {
        size = entries;
    }

    /**
     * Returns the number of entries.
     *
     * @return the entries that the peer offers, 0..{@link ConnectionData#MAX_IO_MAP}
     */
    public int size() {
        return size;
    }

    /**
     * Returns a range that overlaps another.
     *
     * @param range the other range
     * @return a range of the map, null if there is none
     */
    public @Nullable IoRange overlapping(IoRange range) {
        for (IoRange used : ranges) {
            if (used != null && used.overlaps(range)) {
                return used;
            }
        }
        return null;
    }

    /**
     * Takes the free entry with the lowest index, which waits for its message. The entries in front of it are used, so
     * none that is stale at the peer hides it.
     *
     * @param range the memory
     * @return false if all entries are used
     */
    public boolean add(IoRange range) {
        int index = indexOf(null);
        if (index < 0) {
            index = ranges.length;
            if (index == size) {
                return false;
            }
            ranges = Arrays.copyOf(ranges, Math.min(size, 2 * index + 1));
        }
        ranges[index] = range;
        waiting.add(index);
        return true;
    }

    private int indexOf(@Nullable IoRange range) {
        return Arrays.asList(ranges).indexOf(range);
    }

    /**
     * Frees the entry of a range. The peer does not learn of it, as in C.
     *
     * @param range the memory
     */
    public void remove(IoRange range) {
        Integer index = indexOf(range);
        ranges[index] = null;
        waiting.remove(index);
    }

    /** Returns whether an entry waits for its message. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Returns the index of the entry whose message is next. */
    int next() {
        return waiting.element();
    }

    /**
     * Takes the entry whose message is next.
     *
     * @return the memory
     */
    public IoRange sending() {
        IoRange range = ranges[waiting.remove()];
        if (range == null) {
            throw new IllegalStateException("a free entry waits");
        }
        return range;
    }
}
