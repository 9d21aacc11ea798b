// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A list of places in memory, like the elements of a scatter/gather list. Lists are reused, so that messages allocate
 * none.
 */
public final class Segments {
    private @Nullable ByteBuffer[] buffers = new ByteBuffer[4];
    private int[] positions = new int[4];
    private int[] lengths = new int[4];
    private int count;
    private long total;

    /** Removes all places. */
    public void clear() {
        count = 0;
        total = 0;
    }

    /**
     * Adds a place at the end.
     *
     * @param buffer the buffer
     * @param position the position of the first byte
     * @param length the number of bytes
     */
    @SuppressWarnings("ReferenceEquality") // buffers with equal bytes are different places
    public void add(ByteBuffer buffer, int position, int length) {
        if (count == buffers.length) {
            buffers = Arrays.copyOf(buffers, 2 * count);
            positions = Arrays.copyOf(positions, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        // The buffer is usually that of the last message, and writing a reference costs a barrier of the garbage
        // collector.
        if (buffers[count] != buffer) {
            buffers[count] = buffer;
        }
        positions[count] = position;
        lengths[count] = length;
        count++;
        total += length;
    }

    /**
     * Adds all places of another list.
     *
     * @param others the other list
     */
    public void addAll(Segments others) {
        for (int i = 0; i < others.count; i++) {
            add(others.buffer(i), others.positions[i], others.lengths[i]);
        }
    }

    /**
     * Adds the places of a range of another list.
     *
     * @param others the other list
     * @param offset the offset of the first byte
     * @param length the number of bytes; the range ends at the end of the list at the latest
     */
    public void addPart(Segments others, long offset, long length) {
        long skip = offset;
        long left = length;
        for (int i = 0; i < others.count && left > 0; i++) {
            if (skip >= others.lengths[i]) {
                skip -= others.lengths[i];
                continue;
            }
            int piece = (int) Math.min(others.lengths[i] - skip, left);
            add(others.buffer(i), others.positions[i] + (int) skip, piece);
            left -= piece;
            skip = 0;
        }
    }

    /**
     * Keeps only the first bytes.
     *
     * @param length the number of bytes, 0..{@link #length()}
     */
    public void truncate(long length) {
        while (total > length) {
            int last = count - 1;
            int cut = (int) Math.min(total - length, lengths[last]);
            lengths[last] -= cut;
            total -= cut;
            if (lengths[last] == 0) {
                count--;
            }
        }
    }

    /** {@return the number of bytes in all places} */
    public long length() {
        return total;
    }

    /**
     * Copies all bytes to other places.
     *
     * @param target the places, at least as long as this list
     */
    public void copyTo(Segments target) {
        try {
            if (count == 1 && target.count == 1) {
                target.buffer(0).put(target.positions[0], buffer(0), positions[0], lengths[0]);
            } else {
                copyPieces(target);
            }
        } catch (IllegalStateException | InternalError e) {
            // Another thread has closed the arena or truncated the file since the place was found. A device would
            // continue with memory that has another owner, so the data is undefined. The message completes
            // nevertheless.
        }
    }

    private void copyPieces(Segments target) {
        int to = 0;
        int filled = 0;
        for (int from = 0; from < count; from++) {
            int read = 0;
            while (read < lengths[from]) {
                int unfilled = target.lengths[to] - filled;
                int piece = Math.min(lengths[from] - read, unfilled);
                target.buffer(to).put(target.positions[to] + filled, buffer(from), positions[from] + read, piece);
                read += piece;
                filled += piece;
                if (filled == target.lengths[to]) {
                    to++;
                    filled = 0;
                }
            }
        }
    }

    /**
     * Copies the bytes, and sets another list to the copy.
     *
     * @param copy the other list, which loses its places
     */
    public void snapshot(Segments copy) {
        copy.clear();
        if (total > 0) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(total));
            copy.add(bytes, 0, bytes.capacity());
            copyTo(copy);
        }
    }

    /**
     * Copies a range of the bytes to an array.
     *
     * @param offset the offset of the first byte
     * @param bytes receives the bytes, up to its length
     * @return the number of copied bytes
     */
    public int read(long offset, byte[] bytes) {
        long skip = offset;
        int done = 0;
        for (int i = 0; i < count && done < bytes.length; i++) {
            if (skip >= lengths[i]) {
                skip -= lengths[i];
                continue;
            }
            int piece = (int) Math.min(lengths[i] - skip, bytes.length - done);
            try {
                buffer(i).get(positions[i] + (int) skip, bytes, done, piece);
            } catch (IllegalStateException | InternalError e) {
                return done;
            }
            done += piece;
            skip = 0;
        }
        return done;
    }

    /** {@return the first byte, 0 if the list is empty} */
    public int firstByte() {
        return total == 0 ? 0 : buffer(0).get(positions[0]);
    }

    /**
     * Returns the first eight bytes as a number in native byte order. They are in one place if the address is a
     * multiple of 8.
     *
     * @return the number
     */
    public long firstLong() {
        try {
            return buffer(0).getLong(positions[0]);
        } catch (IllegalStateException | InternalError e) {
            return 0; // see copyTo
        }
    }

    /**
     * Writes the first eight bytes in native byte order.
     *
     * @param value the number
     */
    public void firstLong(long value) {
        try {
            buffer(0).putLong(positions[0], value);
        } catch (IllegalStateException | InternalError e) {
            // See copyTo.
        }
    }

    private ByteBuffer buffer(int index) {
        ByteBuffer buffer = buffers[index];
        if (buffer == null) {
            throw new IndexOutOfBoundsException(index);
        }
        return buffer;
    }
}
