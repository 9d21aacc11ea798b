// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The I/O map of this side ({@code target_iomap} of rsocket.c). The peer writes its entries: memory of the peer that
 * this side may write. Not safe for use by several threads.
 *
 * <p>The peer is not trusted: the map takes an entry only with its message, and keeps a checked copy. A peer that
 * changes the bytes later changes nothing.
 */
public final class IoMap {
    /** The bytes of an entry: offset, address, key and length. */
    public static final int ENTRY_LENGTH = 24;

    private static final int ADDRESS = 8;
    private static final int KEY = 16;
    private static final int LENGTH = 20;

    /** A message names as many ranges at most. */
    private static final int NAMED = 8;

    private final ByteBuffer memory;
    private final int size;
    private @Nullable IoRange[] ranges = new IoRange[0];

    /**
     * Creates the map.
     *
     * @param memory the memory into which the peer writes entries, in native order
     */
    IoMap(ByteBuffer memory) {
        this.memory = memory;
        size = memory.capacity() / ENTRY_LENGTH;
    }

    /**
     * Takes an entry that the peer has written.
     *
     * @param index the index of the entry
     * @throws ProtocolException if the map has no such entry, or the entry is outside the address space
     */
    void onEntry(int index) throws ProtocolException {
        if (index >= size) {
            throw new ProtocolException("entry " + index + " of the I/O map, which has " + size + " entries");
        }
        int at = index * ENTRY_LENGTH;
        IoRange range = new IoRange(
                memory.getLong(at),
                memory.getLong(at + ADDRESS),
                Integer.toUnsignedLong(memory.getInt(at + KEY)),
                Integer.toUnsignedLong(memory.getInt(at + LENGTH)));
        if (!range.isInAddressSpace()) {
            throw new ProtocolException("entry " + index + " of the I/O map: offset "
                    + Long.toUnsignedString(range.offset()) + ", address 0x" + Long.toHexString(range.address()) + ", "
                    + range.length() + " bytes, outside the address space");
        }
        if (index >= ranges.length) {
            ranges = Arrays.copyOf(ranges, Math.min(size, Math.max(index + 1, 2 * ranges.length)));
        }
        ranges[index] = range;
    }

    /**
     * Returns the memory at an offset. As in C, the entry with the lowest index counts.
     *
     * @param offset the offset
     * @return the range that contains it, null if the peer has mapped nothing there
     */
    public @Nullable IoRange find(long offset) {
        for (IoRange range : ranges) {
            if (range != null && range.rest(offset) > 0) {
                return range;
            }
        }
        return null;
    }

    /** Returns the mapped offsets for a message. */
    @Override
    public String toString() {
        if (size == 0) {
            return "none, because this side offers no entries";
        }
        long count = Arrays.stream(ranges).filter(IoMap::isMapped).count();
        return count == 0
                ? "none"
                : Arrays.stream(ranges)
                        .filter(IoMap::isMapped)
                        .limit(NAMED)
                        .map(Objects::toString)
                        .collect(
                                Collectors.joining(", ", "", count > NAMED ? " and " + (count - NAMED) + " more" : ""));
    }

    private static boolean isMapped(@Nullable IoRange range) {
        return range != null && range.length() > 0;
    }
}
