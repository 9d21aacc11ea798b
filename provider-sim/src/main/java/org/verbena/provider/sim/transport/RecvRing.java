// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.Arrays;
import org.verbena.provider.sim.memory.KeyTable;
import org.verbena.provider.sim.memory.MemoryKey;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.memory.Segments;

/** Receive work requests in the order of posting. Its memory grows on demand, up to the granted size. */
final class RecvRing extends WorkSlots {
    /** The result of placing data in a receive. */
    enum Fit {
        FITS,
        TOO_LONG,
        NO_ACCESS
    }

    private static final int WR_ID = 0;
    private static final int NUM_SGE = 1;
    private static final int FIRST_SGE = 2;
    private static final long[] NONE = {};

    private final int maxSge;
    private final int stride;
    private long[] ring = NONE;
    private int size;
    private int head;
    private int count;

    RecvRing(long depth, boolean freedByPoll, int maxSge) {
        super(depth, freedByPoll, false);
        this.maxSge = maxSge;
        this.stride = FIRST_SGE + 2 * maxSge;
    }

    int maxSge() {
        return maxSge;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    // ---------------------------------------------------------------- the entry being added

    /** Begins a work request after the last one. */
    void begin(long wrId) {
        if (count == size) {
            grow();
        }
        int at = offset(count);
        ring[at + WR_ID] = wrId;
        ring[at + NUM_SGE] = 0;
    }

    void addSge(long addr, int length, int lkey) {
        int at = offset(count);
        int sge = at + FIRST_SGE + 2 * (int) ring[at + NUM_SGE]++;
        ring[sge] = addr;
        ring[sge + 1] = Integer.toUnsignedLong(lkey) << Integer.SIZE | Integer.toUnsignedLong(length);
    }

    void push() {
        take();
        count++;
    }

    // ---------------------------------------------------------------- the oldest entry

    long wrId() {
        return ring[offset(0) + WR_ID];
    }

    /**
     * Finds the places of a part of a message in the oldest receive, as far as they exist and are accessible.
     *
     * @param skip the number of bytes before that part
     * @param length the number of bytes of that part
     * @param mtu the size of the packets; only whole packets are placed in an element that is partly accessible
     * @param whole whether an element must not exceed its region, even if no byte is placed there
     */
    Fit scatter(
            long skip, long length, int mtu, boolean whole, Object domain, KeyTable keys, int access, Segments places) {
        int at = offset(0);
        int number = (int) ring[at + NUM_SGE];
        long over = skip;
        long left = length;
        for (int i = 0; i < number && left > 0; i++) {
            long packed = ring[at + FIRST_SGE + 2 * i + 1];
            long from = Math.min(over, packed & 0xFFFF_FFFFL);
            long part = Math.min(left, (packed & 0xFFFF_FFFFL) - from);
            over -= from;
            if (part == 0) {
                continue;
            }
            MemoryKey key = keys.find((int) (packed >>> Integer.SIZE));
            long before = places.length();
            long address = ring[at + FIRST_SGE + 2 * i] + from;
            boolean exceeds =
                    whole && key instanceof Region region && !region.covers(address - from, packed & 0xFFFF_FFFFL);
            if (key == null || exceeds || key.localPart(domain, access, address, part, places) < part) {
                places.truncate(Math.max(before, Messages.wholePackets(skip + places.length(), mtu) - skip));
                return Fit.NO_ACCESS;
            }
            left -= part;
        }
        return left == 0 ? Fit.FITS : Fit.TOO_LONG;
    }

    /** Copies the oldest receive into another ring, as its only entry. */
    void copyOldest(RecvRing other) {
        other.clear();
        other.begin(wrId());
        int at = offset(0);
        for (int i = 0; i < ring[at + NUM_SGE]; i++) {
            long packed = ring[at + FIRST_SGE + 2 * i + 1];
            other.addSge(ring[at + FIRST_SGE + 2 * i], (int) packed, (int) (packed >>> Integer.SIZE));
        }
        other.push();
    }

    /** Returns the total length of the elements of the oldest receive, in bytes. */
    long totalLength() {
        int at = offset(0);
        long total = 0;
        for (int i = 0; i < ring[at + NUM_SGE]; i++) {
            total += ring[at + FIRST_SGE + 2 * i + 1] & 0xFFFF_FFFFL;
        }
        return total;
    }

    /**
     * Returns the number of bytes between the end of a message in the oldest receive and the end of its cache line, up
     * to the end of the element that holds the last byte.
     *
     * @param length the length of the message
     * @param line the length of a cache line, a power of two
     */
    int lineAfter(long length, int line) {
        int at = offset(0);
        long left = length;
        for (int i = 0; i < ring[at + NUM_SGE] && left > 0; i++) {
            long element = ring[at + FIRST_SGE + 2 * i + 1] & 0xFFFF_FFFFL;
            if (left <= element) {
                long end = ring[at + FIRST_SGE + 2 * i] + left;
                return (int) Math.min(element - left, -end & line - 1);
            }
            left -= element;
        }
        return 0;
    }

    /** Removes the oldest receive. Its slot becomes free now or when its completion is polled. */
    void remove() {
        count--;
        // An empty ring restarts at the first entry, which is in the processor's cache.
        head = count == 0 || head + 1 == size ? 0 : head + 1;
        done(0);
    }

    void clear() {
        head = 0;
        count = 0;
        freeAll();
    }

    private int offset(int index) {
        int slot = head + index;
        return (slot >= size ? slot - size : slot) * stride;
    }

    private void grow() {
        int larger = size == 0 ? 1 : 2 * size;
        long[] moved = Arrays.copyOf(NONE, Math.multiplyExact(larger, stride));
        int first = (size - head) * stride;
        System.arraycopy(ring, head * stride, moved, 0, first);
        System.arraycopy(ring, 0, moved, first, head * stride);
        ring = moved;
        size = larger;
        head = 0;
    }
}
